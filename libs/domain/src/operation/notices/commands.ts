interface Planned {
  readonly dueAt: string;
  readonly plannedBy: string;
}

/** Sent by the timer: so many minutes before a handoff. */
export interface TellOfGoingOn {
  readonly type: 'TellOfGoingOn';
  readonly data: Planned & { readonly scheduleId: string; readonly at: string; readonly lead: number };
}

/** Follows from a handoff. */
export interface TellOfGoingOff {
  readonly type: 'TellOfGoingOff';
  readonly data: { readonly personId: string; readonly scheduleId: string; readonly at: string; readonly next: readonly string[] };
}

/** Sent by the timer: edits of a schedule have settled; or may be told at once, because they count soon. */
export interface TellOfMovedShifts {
  readonly type: 'TellOfMovedShifts';
  readonly data: Planned & { readonly scheduleId: string; readonly isSoon: boolean };
}

/** Sent by the timer, each day and after each edit. */
export interface LookForGaps {
  readonly type: 'LookForGaps';
  readonly data: Planned & { readonly scheduleId: string };
}

export type NoticeCommand = TellOfGoingOn | TellOfGoingOff | TellOfMovedShifts | LookForGaps;
