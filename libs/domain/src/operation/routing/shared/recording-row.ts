/** What fires behind a thread and is recorded only, until its sender ends it. */
export interface RecordingRow {
  /** The thread. */
  readonly id: string;
  /** That of its integration. */
  readonly serviceId: string;
  readonly senderKey: string;
  /** By their keys, with the start that the sender gave, the labels if they may mute others, and the signal that was posted. */
  readonly alerts: Readonly<
    Record<
      string,
      {
        readonly startsAt: string | null;
        readonly labels?: Readonly<Record<string, string>> | undefined;
        readonly posted?: { readonly ordinal: number; readonly index: number };
      }
    >
  >;
  /** Where what fires was posted last. */
  readonly postTo?: string;
  readonly lastAt: string;
}
