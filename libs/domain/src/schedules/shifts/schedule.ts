/** A schedule as the arithmetic of shifts sees it. Instants are milliseconds since 1970; a time of day is `HH:MM` on the clock of a zone. */

export type Instant = number;

export interface Interval {
  readonly from: Instant;
  /** Not part of it any more. */
  readonly to: Instant;
}

/** One place in the order. Without people it is an intended pass: the layer below counts. */
export interface Slot {
  readonly id: string;
  readonly people: readonly string[];
}

export type TurnLength = { readonly count: number } & (
  | { readonly unit: 'hours' }
  | { readonly unit: 'days'; readonly time: string }
  /** `weekday` counts from 1, Monday. */
  | { readonly unit: 'weeks'; readonly time: string; readonly weekday: number }
  /** A `day` that a month lacks is its last one. */
  | { readonly unit: 'months'; readonly time: string; readonly day: number }
);

export interface Rotation {
  readonly slots: readonly Slot[];
  readonly length: TurnLength;
  /** From here turns are counted; nobody is on call before it. */
  readonly anchor: Instant;
  /** A turn in which nothing is covered does not count; of elapsed hours the covered ones count. */
  readonly countsCoveredTimeOnly: boolean;
}

/** When a layer covers: on these weekdays (1 is Monday; none means every day), between two times of day, or all day. It belongs to the day it begins on. */
export interface Restriction {
  readonly weekdays: readonly number[];
  readonly times?: { readonly from: string; readonly to: string };
}

export interface Layer {
  readonly id: string;
  readonly zone: string;
  /** A larger number replaces a smaller one where it has somebody; equal ones unite. */
  readonly priority: number;
  readonly effectiveFrom: Instant;
  readonly rotation: Rotation;
  readonly restrictions: readonly Restriction[];
}

/** How the rotation of a layer goes on from the version before. */
export interface Continuation {
  readonly layer: string;
  /** What is added to the number of a turn to find its slot. */
  readonly shift: number;
  /** What is added to the number of a turn to find its place among all turns that the layer ever had; absent: nothing. */
  readonly countOffset?: number;
  /** Whoever was on call at the edit stays until the running turn ends. */
  readonly kept?: { readonly people: readonly string[]; readonly until: Instant };
}

/** What the layers were from one moment to the next version. */
export interface ScheduleVersion {
  readonly version: number;
  readonly effectiveFrom: Instant;
  readonly layers: readonly Layer[];
  /** As it was recorded when the version took effect: what lies before it is not needed any more. A layer that is missing begins anew. */
  readonly continues?: readonly Continuation[];
}

export type Override = { readonly id: string; /** The request for cover that it follows from. */ readonly cover?: string } & Interval &
  (
    | { readonly kind: 'add'; readonly person: string }
    /** Only while `replaced` is on call. */
    | { readonly kind: 'replace'; readonly replaced: string; readonly person: string }
    | { readonly kind: 'remove'; readonly person: string }
    | { readonly kind: 'remove-everybody' }
  );

export interface TemporarySchedule extends Interval {
  readonly id: string;
  readonly shifts: readonly (Interval & { readonly person: string })[];
  /** On call in its gaps. */
  readonly fallback: readonly string[];
}

/** Everything that decides who is on call: versions by the moment they take effect, the rest in the order in which it was made. */
export interface Schedule {
  readonly versions: readonly ScheduleVersion[];
  readonly overrides: readonly Override[];
  readonly temporary: readonly TemporarySchedule[];
}

/** What put a person on call. */
export type DutyReason =
  | { readonly kind: 'rotation'; readonly version: number; readonly layer: string; readonly slot: string; readonly turn: CountedTurn }
  /** `from`: when the override, or the temporary schedule, begins. */
  | { readonly kind: 'override'; readonly override: string; readonly from: Instant; readonly replaced?: string; readonly cover?: string }
  | { readonly kind: 'temporary'; readonly temporary: string; readonly from: Instant; readonly isFallback: boolean };

/** A turn, and its place among all turns that the layer ever had: no edit gives a turn that runs, or one that is over, another. */
export interface CountedTurn extends Interval {
  readonly count: number;
}

export interface Duty {
  readonly person: string;
  readonly reason: DutyReason;
}

/** A stretch of time in which nobody comes or goes. */
export interface Segment extends Interval {
  readonly duties: readonly Duty[];
  /** Somebody chose that nobody is on call. */
  readonly isIntended: boolean;
}
