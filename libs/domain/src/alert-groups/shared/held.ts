/** An alert group assigned to a person. */
export interface HeldRow {
  readonly groupId: string;
  readonly holderId: string;
}
