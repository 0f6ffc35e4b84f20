/** The group of a storm that new threads join. */
export interface StormGroup {
  readonly groupId: string;
  readonly number: number;
  readonly since: string;
  readonly joins: readonly string[];
  /** The first group of the storm, if this is a later one. */
  readonly first?: string;
}

/** Recent openings on a service, for the router. */
export interface StormRow {
  readonly serviceId: string;
  /** The running maximum of arrival times of what opened or joined. */
  readonly newest: string;
  /** When the groups of the last minutes opened, at most as many as make a storm. */
  readonly opened: readonly string[];
  /** The last storm, which may have ended: its group, its start, and the last joins. */
  readonly storm: StormGroup | null;
}
