/** A plan: when it is due, and the event that planned it. */
export interface DuePlan {
  readonly dueAt: string;
  readonly plannedBy: string;
  /** When it was planned. Absent for plans that don’t move with the clock. */
  readonly plannedAt?: string;
}
