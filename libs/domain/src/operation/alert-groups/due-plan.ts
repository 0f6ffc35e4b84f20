import type * as rules from '../../rules/due-plan.js';

export interface DuePlan extends rules.DuePlan {
  /** When it was planned. Absent for plans that don’t move with the clock. */
  readonly plannedAt?: string;
}

/** When the command of a timer was due, and by which event it had been planned. */
export type TimerData = { readonly dueAt: string; readonly plannedBy?: string };

/** Whether a command belongs to the current plan: a new plan, even for the same instant, has another command. */
export const isPlanned = (now: DuePlan | null, { dueAt, plannedBy }: TimerData): boolean =>
  now !== null && now.dueAt === dueAt && (plannedBy === undefined || now.plannedBy === plannedBy);
