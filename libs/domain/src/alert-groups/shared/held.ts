/** An alert group that a person holds. */
export interface HeldRow {
  readonly groupId: string;
  readonly holderId: string;
}
