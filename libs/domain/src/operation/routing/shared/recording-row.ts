/** What fires behind a thread and is recorded only, until its sender ends it. */
export interface RecordingRow {
  /** The thread. */
  readonly id: string;
  readonly senderKey: string;
  /** The keys of its alerts, with the start that the sender gave. */
  readonly alerts: Readonly<Record<string, string | null>>;
  readonly lastAt: string;
}
