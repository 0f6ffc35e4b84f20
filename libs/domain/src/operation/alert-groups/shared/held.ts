/** An alert group assigned to a person. */
export interface HolderRow {
  readonly groupId: string;
  readonly holderId: string;
}
