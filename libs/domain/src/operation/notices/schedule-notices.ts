import type { ScheduleRules } from '../../setup/schedules/shared/newest-rules.js';

/** A plan: when it is due, and the event that planned it. */
export interface DuePlan {
  readonly dueAt: string;
  readonly plannedBy: string;
}

/** Edits of which people have not heard. */
export interface UntoldEdits {
  /** The rules before the first. */
  readonly before: ScheduleRules;
  /** The rules before the last. */
  readonly beforeLast: ScheduleRules;
  /** The people who edited. */
  readonly by: readonly string[];
  readonly last: DuePlan;
  /** When they have settled. */
  readonly settlesAt: string;
}

/** A schedule in memory, with what is to be told of it. */
export interface ScheduleNoticesRow {
  readonly scheduleId: string;
  readonly beganAt: string;
  /** Null: the schedule was removed. */
  readonly rules: ScheduleRules | null;
  /** The last plan of a handoff: when it was made, and when that is due. */
  readonly handoff: (DuePlan & { readonly at: string }) | null;
  readonly untold: UntoldEdits | null;
}
