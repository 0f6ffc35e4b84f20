/** What the router remembers of what opened on a service of late. */
export interface StormRow {
  readonly serviceId: string;
  /** The running maximum of when what opened or joined was received. */
  readonly newest: string;
  /** When the groups of the last minutes opened, as many as make a storm at most. */
  readonly opened: readonly string[];
  /** The last storm, which may be over: its group that takes what joins, since when, and when alerts joined last. */
  readonly storm: { readonly groupId: string; readonly number: number; readonly since: string; readonly joins: readonly string[] } | null;
}
