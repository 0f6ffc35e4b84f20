/** A command caused by an event for which the log has neither a decision nor a record of no effect. */
export interface MissingCommand {
  readonly ordinal: number;
  readonly stream: string;
  readonly command: string;
}
