/** The newest group of a service and a grouping key. Its id: the key, which has the service in it. */
export interface GroupingRow {
  readonly id: string;
  readonly groupId: string;
  readonly number: number;
  readonly openedAt: string;
  /** When the last alert joined it; a repeat does not count. */
  readonly joinedAt: string;
  /** Null: it is open. */
  readonly resolvedAt: string | null;
}
