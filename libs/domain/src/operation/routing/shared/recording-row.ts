/** What fires behind a thread and is recorded only, until its sender ends it. */
export interface RecordingRow {
  /** The thread. */
  readonly id: string;
  /** That of its integration. */
  readonly serviceId: string;
  readonly senderKey: string;
  /** By their keys, with the start that the sender gave, and the labels if they may mute others. */
  readonly alerts: Readonly<
    Record<string, { readonly startsAt: string | null; readonly labels?: Readonly<Record<string, string>> | undefined }>
  >;
  readonly lastAt: string;
}
