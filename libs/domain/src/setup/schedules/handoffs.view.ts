import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import type { TimedRows } from '@tocsin/kernel/registry.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { machineRank } from '../../rules/ranks.js';

interface HandoffTimer {
  readonly dueAt: string;
  readonly plannedBy: string;
}

/** When a schedule’s timers are due. */
export interface HandoffRow {
  readonly scheduleId: string;
  readonly removed: boolean;
  readonly next: HandoffTimer | null;
  /** When each open request for cover is due. */
  readonly covers: Readonly<Record<string, HandoffTimer>>;
}

type Change = (row: HandoffRow, event: never) => HandoffRow;
const scheduleIdsIn = ({ data }: RecordedFact): readonly string[] => [(data as { readonly scheduleId: string }).scheduleId];

/** A command may finish just after the schedule was removed: then it plans nothing. */
const planHandoff = (change: Change): RowChange<HandoffRow, RecordedFact> => ({
  keys: scheduleIdsIn,
  row: (row, event, scheduleId) =>
    row?.removed ? undefined : change(row ?? { scheduleId, removed: false, next: null, covers: {} }, event as never),
});

const reviewed = planHandoff((row, { id: plannedBy, data }: RecordedOf<'CoverRequested' | 'CoverReminded'>) => ({
  ...row,
  covers: { ...row.covers, [data.coverId]: { dueAt: data.nextAt, plannedBy } },
}));
const applyAnswer = planHandoff((row, { data }: { readonly data: { readonly coverId: string; readonly closes?: boolean } }) => {
  if (data.closes === false) return row;
  const { [data.coverId]: _, ...covers } = row.covers;
  return { ...row, covers };
});

/** The memory behind the timers of schedules, by the schedule’s id. */
export const handoffsView: View<HandoffRow, RecordedFact> = {
  name: 'handoffs',
  hasHistory: false,
  on: {
    HandoffPlanned: planHandoff((row, { id: plannedBy, data: { dueAt } }: RecordedOf<'HandoffPlanned'>) => ({
      ...row,
      next: { dueAt, plannedBy },
    })),
    CoverRequested: reviewed,
    CoverReminded: reviewed,
    CoverAccepted: applyAnswer,
    CoverDeclined: applyAnswer,
    CoverWithdrawn: applyAnswer,
    CoverExpired: applyAnswer,
    ScheduleRemoved: { keys: scheduleIdsIn, row: (_row, _event, scheduleId) => ({ scheduleId, removed: true, next: null, covers: {} }) },
  },
};

/** Handoffs and reminders for cover page no one, so they are due after everything that does. */
const timersOfSchedule = ({ scheduleId, next, covers }: HandoffRow): readonly Timer[] => {
  const createTimer = (name: string, due: HandoffTimer, type: string, subject: object): Timer => ({
    name,
    ...due,
    rank: machineRank,
    command: { type, data: { scheduleId, ...subject, ...due } },
  });
  return [
    ...(next === null ? [] : [createTimer('handoff', next, 'RecordOnCall', {})]),
    ...Object.entries(covers).map(([coverId, due]) => createTimer(`cover ${coverId}`, due, 'ReviewCover', { coverId })),
  ];
};

export const scheduleTimers: TimedRows = { view: 'handoffs', category: 'schedule', due: timersOfSchedule };
