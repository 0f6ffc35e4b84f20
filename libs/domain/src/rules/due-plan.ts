/** A plan: when it is due, and the event that planned it. */
export interface DuePlan {
  readonly dueAt: string;
  readonly plannedBy: string;
}
