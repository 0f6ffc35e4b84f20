import type { FactOf, RecordedAs, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { OnCallRow, OwnedSchedule, ScheduleFact, ScheduleOwnerFact, ScheduleRow } from '@tocsin/contracts/schedules.js';
import { tableOf } from '@tocsin/contracts/tables.js';
import type { RowChange } from '@tocsin/kernel/rows/view.js';
import { later } from '@tocsin/kernel/time.js';
import { changing, viewOf, type RowFold } from '../rules/row-fold.js';
import { namedIn } from './leave.js';
import { beginning, ruleTypes, withRules } from './rules-fold.js';

/** Even with a clock that was set back, an edit is never older than the previous one. */
const edited = (row: ScheduleRow, at: string): ScheduleRow => ({
  ...row,
  edited: { at: later(row.edited?.at ?? at, at), times: (row.edited?.times ?? 0) + 1 },
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
      ...beginning(at, rules),
    }),
    ScheduleRenamed: changing((row, { name }, { at }) => edited({ ...row, name }, at)),
    ScheduleRemoved: changing((row, _data, { at }) => edited({ ...row, removed: true }, at)),
  },
};

/** Facts by which a person edits who is on call. */
const edits: ReadonlySet<string> = new Set<ScheduleFact['type']>([
  'ScheduleChanged',
  'ScheduleChangeWithdrawn',
  'OverridesAdded',
  'OverridesImported',
  'OverrideChanged',
  'OverrideRemoved',
  'TemporaryScheduleAdded',
  'TemporaryScheduleChanged',
  'TemporaryScheduleRemoved',
  'ZoneTableTaken',
]);

const ruled: RowChange<ScheduleRow, RecordedAs<ScheduleFact['type']>> = {
  keys: ({ data }) => [data.scheduleId],
  row: (row, event) => {
    if (!row) return row;
    const ruled = withRules(row, event);
    return edits.has(event.type) ? edited(ruled, event.meta.at) : ruled;
  },
};

const scheduleIdsOf = ({ data }: RecordedOf<'TeamTookOver'>): readonly string[] => data.schedules?.map(({ id }) => id) ?? [];
/** The schedule’s team and name after a take-over. */
const ownedAfter = ({ schedules = [] }: FactOf<'TeamTookOver'>, scheduleId: string): OwnedSchedule =>
  schedules.find(({ id }) => id === scheduleId)!;

/** A schedule: its team and name from the team’s stream, its rules from its own. */
export const schedulesView = viewOf('schedules', ownFold, {
  on: {
    ...tableOf(ruleTypes, () => ruled),
    TeamTookOver: { keys: scheduleIdsOf, row: (row, { data }, key) => row && { ...row, ...ownedAfter(data, key) } },
  },
  columns: { teamId: (row) => row.teamId, removed: (row) => Number(row.removed), externalKey: (row) => row.externalKey },
  indexes: { named: (row) => (row.removed ? [] : namedIn(row)) },
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
  on: {
    TeamTookOver: {
      keys: scheduleIdsOf,
      row: (row, { data }, key) => {
        const { teamId, name } = ownedAfter(data, key);
        return row && { ...row, teamId, name };
      },
    },
  },
  columns: { teamId: (row) => row.teamId, removed: (row) => Number(row.removed) },
});
