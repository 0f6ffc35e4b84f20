import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import {
  scheduleEvents,
  type OnCallRow,
  type ScheduleFact,
  type ScheduleOwnerFact,
  type ScheduleRow,
} from '@tocsin/contracts/schedules.js';
import type { RowChange } from '@tocsin/kernel/view.js';
import { changing, viewOf, type RowFold } from '../row-fold.js';
import { beginning, withRules } from './rules-fold.js';

const ownFold: RowFold<ScheduleRow, ScheduleOwnerFact> = {
  id: ({ scheduleId }) => scheduleId,
  steps: {
    ScheduleCreated: (_row, { scheduleId: id, teamId, name, externalKey, ...rules }, { at }) => ({
      id,
      teamId,
      name,
      externalKey,
      removed: false,
      ...beginning(at, rules),
    }),
    ScheduleRenamed: changing((row, { name }) => ({ ...row, name })),
    ScheduleRemoved: changing((row) => ({ ...row, removed: true })),
  },
};

const ruled: RowChange<ScheduleRow, RecordedFact> = {
  keys: ({ data }) => [(data as ScheduleFact['data']).scheduleId],
  row: (row, event) => row && withRules(row, event as unknown as ScheduleFact),
};

/** A schedule: whose it is from its team’s stream, what it says from its own. */
export const schedulesView = viewOf('schedules', ownFold, {
  on: Object.fromEntries(Object.keys(scheduleEvents).map((type) => [type, ruled])),
  columns: { teamId: (row) => row.teamId, removed: (row) => Number(row.removed), externalKey: (row) => row.externalKey },
});

type OnCallFact = ScheduleOwnerFact | Extract<ScheduleFact, { readonly type: 'OnCallChanged' | 'HandoffPlanned' }>;

const onCallFold: RowFold<OnCallRow, OnCallFact> = {
  id: ({ scheduleId }) => scheduleId,
  steps: {
    ScheduleCreated: (_row, { scheduleId: id, teamId, name }) => ({
      id,
      teamId,
      name,
      removed: false,
      people: [],
      since: null,
      nextAt: null,
      next: [],
    }),
    ScheduleRenamed: changing((row, { name }) => ({ ...row, name })),
    ScheduleRemoved: changing((row, _data, { at: since }) => ({ ...row, removed: true, people: [], since, nextAt: null, next: [] })),
    OnCallChanged: changing((row, { effectiveAt: since, after: people }) => (row.removed ? row : { ...row, people, since })),
    HandoffPlanned: changing((row, { dueAt: nextAt, next }) => (row.removed ? row : { ...row, nextAt, next })),
  },
};

/** Who is on call by each schedule, as recorded. */
export const onCallView = viewOf('onCall', onCallFold, {
  columns: { teamId: (row) => row.teamId, removed: (row) => Number(row.removed) },
});
