/** A command that an event asked for and that was neither decided nor came to nothing. */
export interface Missing {
  /** The ordinal of the event that asked. */
  readonly ordinal: number;
  readonly stream: string;
  readonly command: string;
}
