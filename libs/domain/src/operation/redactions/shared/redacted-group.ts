/** An alert group of which a text of its alerts was redacted. */
export interface RedactedGroup {
  readonly groupId: string;
  /** When the last one was. */
  readonly at: string;
}
