import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import type { TimedRows } from '@tocsin/kernel/registry.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { machineRank } from '../rules/ranks.js';

interface Due {
  readonly dueAt: string;
  readonly plannedBy: string;
}

/** When a schedule’s timers are due. */
export interface HandoffRow {
  readonly scheduleId: string;
  readonly removed: boolean;
  readonly next: Due | null;
  /** When each open request for cover is due. */
  readonly covers: Readonly<Record<string, Due>>;
}

type Change = (row: HandoffRow, event: never) => HandoffRow;
const aboutSchedule = ({ data }: RecordedFact): readonly string[] => [(data as { readonly scheduleId: string }).scheduleId];

/** A command may finish just after the schedule was removed: then it plans nothing. */
const planning = (change: Change): RowChange<HandoffRow, RecordedFact> => ({
  keys: aboutSchedule,
  row: (row, event, scheduleId) =>
    row?.removed ? undefined : change(row ?? { scheduleId, removed: false, next: null, covers: {} }, event as never),
});

const reviewed = planning((row, { id: plannedBy, data }: RecordedOf<'CoverRequested' | 'CoverReminded'>) => ({
  ...row,
  covers: { ...row.covers, [data.coverId]: { dueAt: data.nextAt, plannedBy } },
}));
const answered = planning((row, { data }: { readonly data: { readonly coverId: string; readonly closes?: boolean } }) => {
  if (data.closes === false) return row;
  const { [data.coverId]: _, ...covers } = row.covers;
  return { ...row, covers };
});

/** The memory behind the timers of schedules, by the schedule’s id. */
export const handoffsView: View<HandoffRow, RecordedFact> = {
  name: 'handoffs',
  past: false,
  on: {
    HandoffPlanned: planning((row, { id: plannedBy, data: { dueAt } }: RecordedOf<'HandoffPlanned'>) => ({
      ...row,
      next: { dueAt, plannedBy },
    })),
    CoverRequested: reviewed,
    CoverReminded: reviewed,
    CoverAccepted: answered,
    CoverDeclined: answered,
    CoverWithdrawn: answered,
    CoverExpired: answered,
    ScheduleRemoved: { keys: aboutSchedule, row: (_row, _event, scheduleId) => ({ scheduleId, removed: true, next: null, covers: {} }) },
  },
};

/** Handoffs and reminders for cover page no one, so they are due after everything that does. */
const dueInSchedule = ({ scheduleId, next, covers }: HandoffRow): readonly Timer[] => {
  const timer = (name: string, due: Due, type: string, about: object): Timer => ({
    name,
    ...due,
    rank: machineRank,
    command: { type, data: { scheduleId, ...about, ...due } },
  });
  return [
    ...(next === null ? [] : [timer('handoff', next, 'RecordOnCall', {})]),
    ...Object.entries(covers).map(([coverId, due]) => timer(`cover ${coverId}`, due, 'ReviewCover', { coverId })),
  ];
};

export const scheduleTimers: TimedRows = { view: 'handoffs', category: 'schedule', due: dueInSchedule };
