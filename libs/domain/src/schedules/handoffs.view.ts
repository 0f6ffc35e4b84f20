import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import type { TimedRows } from '@tocsin/kernel/registry.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { machineRank } from '../rules/ranks.js';

interface Due {
  readonly dueAt: string;
  readonly plannedBy: string;
}

/** When a schedule is looked at next. */
export interface HandoffRow {
  readonly scheduleId: string;
  readonly removed: boolean;
  readonly next: Due | null;
  /** When each open request for cover is. */
  readonly covers: Readonly<Record<string, Due>>;
}

type Change = (row: HandoffRow, event: never) => HandoffRow;
const aboutSchedule = ({ data }: RecordedFact): readonly string[] => [(data as { readonly scheduleId: string }).scheduleId];

/** A command may come to its end just after the schedule was removed: it plans nothing any more. */
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

/** Memory of the timers of schedules. Its id is the schedule’s. */
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

/** Handoffs page nobody: they are recorded after everything that does. So are those who are asked to cover asked again. */
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
