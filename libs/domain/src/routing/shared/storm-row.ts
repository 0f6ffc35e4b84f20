/** The group of a storm that takes what joins. */
export interface StormGroup {
  readonly groupId: string;
  readonly number: number;
  readonly since: string;
  readonly joins: readonly string[];
  /** The first group of the storm, where this is a further one. */
  readonly first?: string;
}

/** What the router remembers of what opened on a service of late. */
export interface StormRow {
  readonly serviceId: string;
  /** The running maximum of when what opened or joined was received. */
  readonly newest: string;
  /** When the groups of the last minutes opened, as many as make a storm at most. */
  readonly opened: readonly string[];
  /** The last storm, which may be over: its group, since when, and when alerts joined last. */
  readonly storm: StormGroup | null;
}
