/** A command of an event that was neither decided nor without effect. */
export interface Missing {
  /** The ordinal of the event that asked. */
  readonly ordinal: number;
  readonly stream: string;
  readonly command: string;
}
