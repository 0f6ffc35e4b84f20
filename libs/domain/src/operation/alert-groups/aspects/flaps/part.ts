import type { DuePlan } from '../../due-plan.js';

/** When it no longer flaps, unless it changes before. */
export interface Flapping extends DuePlan {
  /** The first of the changes by which it flaps. */
  readonly since: string;
  readonly quietSince: string | null;
}

export interface FlapsPart {
  readonly flaps: {
    /** When its first alert fired, or its last one resolved: the last of these changes, the oldest first. */
    readonly changes: readonly string[];
    /** Null: an alert fires. */
    readonly quietSince: string | null;
    readonly flapping: Flapping | null;
  };
}
