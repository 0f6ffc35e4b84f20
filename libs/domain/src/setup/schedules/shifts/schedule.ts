/**
 * A schedule in the form that the shift arithmetic uses. Instants are milliseconds since 1970; a time of day is `HH:MM`
 * in a zone’s local time.
 */

export type Instant = number;

export interface Interval {
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
}

/** One position in the order. Without people it is an intentional pass: the layer below counts. */
export interface Slot {
  readonly id: string;
  readonly people: readonly string[];
}

export type TurnLength = { readonly count: number } & (
  | { readonly unit: 'hours' }
  | { readonly unit: 'days'; readonly time: string }
  /** `weekday` counts from 1, Monday. */
  | { readonly unit: 'weeks'; readonly time: string; readonly weekday: number }
  /** A `day` that a month lacks means its last day. */
  | { readonly unit: 'months'; readonly time: string; readonly day: number }
);

export interface Rotation {
  readonly slots: readonly Slot[];
  readonly length: TurnLength;
  /** Turns are counted from here; no one is on call before it. */
  readonly anchor: Instant;
  /** Days (weeks, months, wall-clock shifts) without any covered time do not count; turns of elapsed hours count covered hours only. */
  readonly countsCoveredTimeOnly: boolean;
}

/**
 * When a layer covers: on these weekdays (1 is Monday; empty means every day), between two times of day, or all day. A
 * window belongs to the day on which it begins.
 */
export interface Restriction {
  readonly weekdays: readonly number[];
  readonly times?: { readonly from: string; readonly to: string };
}

export interface Layer {
  readonly id: string;
  readonly zone: string;
  /** A higher priority replaces a lower one where it has people; equal ones are combined. */
  readonly priority: number;
  readonly effectiveFrom: Instant;
  readonly rotation: Rotation;
  readonly restrictions: readonly Restriction[];
}

/** How the rotation of a layer continues from the previous version. */
export interface Continuation {
  readonly layer: string;
  /** Added to the number of a turn to find its slot. */
  readonly shift: number;
  /** Added to the number of a turn to find its position among all turns that the layer ever had; absent: 0. */
  readonly countOffset?: number;
  /** The people on call at the edit stay until the running turn ends. */
  readonly kept?: { readonly people: readonly string[]; readonly until: Instant };
}

/** The layers from an instant until the next version. */
export interface ScheduleVersion {
  readonly version: number;
  readonly effectiveFrom: Instant;
  readonly layers: readonly Layer[];
  /** Recorded when the version took effect, so that earlier versions are not needed any more. A layer without an entry starts over. */
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

/**
 * Everything that determines who is on call: versions by when they take effect, the rest in the order in which it was
 * made.
 */
export interface Schedule {
  readonly versions: readonly ScheduleVersion[];
  readonly overrides: readonly Override[];
  readonly temporary: readonly TemporarySchedule[];
}

/** Why a person is on call. */
export type DutyReason =
  | { readonly kind: 'rotation'; readonly version: number; readonly layer: string; readonly slot: string; readonly turn: CountedTurn }
  /** `from`: when the override, or the temporary schedule, begins. */
  | { readonly kind: 'override'; readonly override: string; readonly from: Instant; readonly replaced?: string; readonly cover?: string }
  | { readonly kind: 'temporary'; readonly temporary: string; readonly from: Instant; readonly isFallback: boolean };

/**
 * A turn, and its position among all turns that the layer ever had: edits never change the position of a running or
 * past turn.
 */
export interface CountedTurn extends Interval {
  readonly count: number;
}

export interface Duty {
  readonly person: string;
  readonly reason: DutyReason;
}

/** A stretch of time without a change of on-call people. */
export interface Segment extends Interval {
  readonly duties: readonly Duty[];
  /** A person chose that no one is on call. */
  readonly isIntended: boolean;
}
