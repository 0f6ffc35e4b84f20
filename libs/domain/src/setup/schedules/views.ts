import type { FactOf, RecordedAs, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { OnCallRow, OwnedSchedule, ScheduleFact, ScheduleOwnerFact, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import { tableOf } from '@tocsin/contracts/tables.js';
import type { RowChange } from '@tocsin/kernel/rows/view.js';
import { laterOf } from '@tocsin/kernel/time.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';
import { peopleInSchedule } from './shared/people-in-schedule.js';
import { editTypes } from './shared/edits.js';
import { createRules, ruleTypes, withRules } from './rules-fold.js';

/** Even with a clock that was set back, an edit is never older than the previous one. */
const markEdited = (row: ScheduleRow, at: string): ScheduleRow => ({
  ...row,
  edited: { at: laterOf(row.edited?.at ?? at, at), times: (row.edited?.times ?? 0) + 1 },
});

const ownFold: RowFold<ScheduleRow, ScheduleOwnerFact> = {
  id: ({ scheduleId }) => scheduleId,
  steps: {
    ScheduleCreated: (_row, { scheduleId: id, teamId, name, externalKey, ...rules }, { at }) => ({
      id,
      teamId,
      name,
      externalKey,
      removed: false,
      ...createRules(at, rules),
    }),
    ScheduleRenamed: changeExisting((row, { name }, { at }) => markEdited({ ...row, name }, at)),
    ScheduleRemoved: changeExisting((row, _data, { at }) => markEdited({ ...row, removed: true }, at)),
  },
};

const rulesChange: RowChange<ScheduleRow, RecordedAs<ScheduleFact['type']>> = {
  keys: ({ data }) => [data.scheduleId],
  row: (row, event) => {
    if (!row) return row;
    const changedRow = withRules(row, event);
    return editTypes.has(event.type) ? markEdited(changedRow, event.meta.at) : changedRow;
  },
};

const scheduleIdsOf = ({ data }: RecordedOf<'TeamTookOver'>): readonly string[] => data.schedules?.map(({ id }) => id) ?? [];
/** The schedule’s team and name after a take-over. */
const ownershipAfter = ({ schedules = [] }: FactOf<'TeamTookOver'>, scheduleId: string): OwnedSchedule =>
  schedules.find(({ id }) => id === scheduleId)!;

/** A schedule: its team and name from the team’s stream, its rules from its own. */
export const schedulesView = viewOf('schedules', ownFold, {
  on: {
    ...tableOf(ruleTypes, () => rulesChange),
    TeamTookOver: { keys: scheduleIdsOf, row: (row, { data }, key) => row && { ...row, ...ownershipAfter(data, key) } },
  },
  columns: { teamId: (row) => row.teamId, removed: (row) => Number(row.removed), externalKey: (row) => row.externalKey },
  indexes: { named: (row) => (row.removed ? [] : peopleInSchedule(row)) },
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
    ScheduleRenamed: changeExisting((row, { name }) => ({ ...row, name })),
    ScheduleRemoved: changeExisting((row, _data, { at: since }) => ({ ...row, removed: true, people: [], since, nextAt: null, next: [] })),
    OnCallChanged: changeExisting((row, { effectiveAt: since, after: people }) => (row.removed ? row : { ...row, people, since })),
    HandoffPlanned: changeExisting((row, { dueAt: nextAt, next }) => (row.removed ? row : { ...row, nextAt, next })),
  },
};

/** Who is on call by each schedule, as recorded. */
export const onCallView = viewOf('onCall', onCallFold, {
  on: {
    TeamTookOver: {
      keys: scheduleIdsOf,
      row: (row, { data }, key) => {
        const { teamId, name } = ownershipAfter(data, key);
        return row && { ...row, teamId, name };
      },
    },
  },
  columns: { teamId: (row) => row.teamId, removed: (row) => Number(row.removed) },
});
