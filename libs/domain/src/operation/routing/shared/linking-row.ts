/** The newest set of alert groups that a rule links. Its id: what they have in common, which has the rule in it. */
export interface LinkingRow {
  readonly id: string;
  /** The first group. */
  readonly set: string;
  readonly openedAt: string;
  /** When the last group was linked. */
  readonly joinedAt: string;
  readonly groups: number;
}
