import type { ScheduleRules } from '../../setup/schedules/shared/newest-rules.js';
import type { DuePlan } from '../../rules/due-plan.js';

/** An edit, or several under the plan of the last. */
interface UntoldEdit extends DuePlan {
  readonly before: ScheduleRules;
  /** The people who edited. */
  readonly by: readonly string[];
}

/** Edits of which people have not heard. */
export interface UntoldEdits {
  readonly edits: readonly [UntoldEdit, ...UntoldEdit[]];
  readonly settlesAt: string;
}

/** A shift of which somebody was told so many minutes before. */
export interface ToldShift {
  readonly personId: string;
  readonly at: string;
  readonly lead: number;
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
  /** Also by the message of another schedule. */
  readonly told: readonly ToldShift[];
}
