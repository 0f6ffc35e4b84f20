/** The group of a storm that new threads join. */
export interface StormGroup {
  readonly groupId: string;
  readonly number: number;
  readonly since: string;
  readonly joins: readonly string[];
  /** The first group of the storm, if this is a later one. */
  readonly first?: string;
}

/** What the router remembers of recent openings on a service. */
export interface StormRow {
  readonly serviceId: string;
  /** The running maximum of arrival times of what opened or joined. */
  readonly newest: string;
  /** When the groups of the last minutes opened, at most as many as make a storm. */
  readonly opened: readonly string[];
  /** The last storm, which may be over: its group, its start, and when alerts joined last. */
  readonly storm: StormGroup | null;
}
