import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Timer } from '@tocsin/kernel/process.js';
import type { TimedRows } from '@tocsin/kernel/registry.js';
import type { View } from '@tocsin/kernel/view.js';
import { machineRank } from '../alert-groups/precedence.js';

/** When a schedule is looked at next; null once it was removed. */
export interface HandoffRow {
  readonly scheduleId: string;
  readonly next: { readonly dueAt: string; readonly plannedBy: string } | null;
}

/** Memory of the timers of schedules. Its id is the schedule’s. */
export const handoffsView: View<HandoffRow, RecordedFact> = {
  name: 'handoffs',
  past: false,
  on: {
    HandoffPlanned: {
      keys: ({ data }) => [data.scheduleId],
      // a command may come to its end just after the schedule was removed
      row: (row, { id: plannedBy, data: { scheduleId, dueAt } }) =>
        row?.next === null ? undefined : { scheduleId, next: { dueAt, plannedBy } },
    },
    ScheduleRemoved: { keys: ({ data }) => [data.scheduleId], row: (_row, { data: { scheduleId } }) => ({ scheduleId, next: null }) },
  },
};

/** Handoffs page nobody: they are recorded after everything that does. */
const dueHandoff = ({ scheduleId, next }: HandoffRow): readonly Timer[] =>
  next === null ? [] : [{ name: 'handoff', ...next, rank: machineRank, command: { type: 'RecordOnCall', data: { scheduleId, ...next } } }];

export const handoffTimers: TimedRows = { view: 'handoffs', category: 'schedule', due: dueHandoff };
