import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import { tableOf } from '@tocsin/contracts/tables.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { editTypes } from '../../setup/schedules/shared/edits.js';
import { ruleTypes, rulesAfter, type ScheduleRules } from '../../setup/schedules/shared/newest-rules.js';
import type { ScheduleNoticesRow, UntoldEdits } from './schedule-notices.js';

type Row = ScheduleNoticesRow;
type Change = RowChange<Row, RecordedFact>;

const scheduleIdsIn = ({ data }: RecordedFact): readonly string[] => [(data as { readonly scheduleId: string }).scheduleId];

/** The first import of a calendar. */
const isFirstImport = ({ data }: RecordedOf<'OverridesImported'>, { overrides }: ScheduleRules): boolean =>
  !data.tells && !overrides.some(({ imported }) => imported?.calendar === data.calendar);

/**
 * Whether people hear of an event that changes the rules. Not of a schedule that is being set up; who takes a request for cover, and whose it was, hear of
 * that.
 */
const isEdit = (event: RecordedFact, rules: ScheduleRules, beganAt: string): boolean => {
  if (!editTypes.has(event.type) || event.meta.at < addMillis(beganAt, noticeLimits.movedSettles)) return false;
  if (event.type === 'OverridesImported') return !isFirstImport(event, rules);
  return event.type !== 'OverridesAdded' || event.data.overrides.some(({ coverId }) => coverId === undefined);
};

const withEdit = ({ untold, rules: beforeLast }: Row & { rules: ScheduleRules }, { id: plannedBy, meta }: RecordedFact): UntoldEdits => {
  const editors = meta.actor.kind === 'person' ? [meta.actor.id] : [meta.actor.kind];
  return {
    before: untold?.before ?? beforeLast,
    beforeLast,
    by: [...new Set([...(untold?.by ?? []), ...editors])],
    last: { dueAt: meta.at, plannedBy },
    settlesAt: untold?.settlesAt ?? addMillis(meta.at, noticeLimits.movedSettles),
  };
};

/** What is no edit happens to the rules before it, too. */
const withoutEdit = (untold: UntoldEdits | null, event: RecordedFact): UntoldEdits | null =>
  untold && { ...untold, before: rulesAfter(untold.before, event)!, beforeLast: rulesAfter(untold.beforeLast, event)! };

const handoffIn = (event: RecordedFact): Partial<Row> =>
  event.type === 'HandoffPlanned' ? { handoff: { at: event.meta.at, dueAt: event.data.dueAt, plannedBy: event.id } } : {};

const ruleChange: Change = {
  keys: scheduleIdsIn,
  row: (row, event, scheduleId) => {
    if (event.type === 'ScheduleBegan')
      return { scheduleId, beganAt: event.meta.at, rules: rulesAfter(undefined, event)!, handoff: null, untold: null };
    if (!row?.rules) return undefined;
    const { rules, beganAt } = row;
    const changed = rulesAfter(rules, event)!;
    const untold = isEdit(event, rules, beganAt) ? withEdit({ ...row, rules }, event) : withoutEdit(row.untold, event);
    return { ...row, rules: changed, untold, ...handoffIn(event) };
  },
};

/** An edit that came while others were told is told next. */
const told = (row: Row | undefined, { meta }: RecordedFact): Row | null | undefined => {
  if (!row?.untold) return undefined;
  const { last, beforeLast } = row.untold;
  if (meta.causationId !== last.plannedBy) return { ...row, untold: { ...row.untold, before: beforeLast } };
  return row.rules ? { ...row, untold: null } : null;
};

/** The memory behind quiet messages about schedules. */
export const scheduleNoticesView: View<Row, RecordedFact> = {
  name: 'scheduleNotices',
  hasHistory: false,
  on: {
    ...tableOf(ruleTypes, () => ruleChange),
    ScheduleRemoved: {
      keys: scheduleIdsIn,
      row: (row, event) =>
        row?.rules ? { ...row, untold: withEdit({ ...row, rules: row.rules }, event), rules: null, handoff: null } : undefined,
    },
    NoticeGiven: {
      keys: ({ data: { about } }) => (about.kind === 'shifts_moved' ? [about.scheduleId] : []),
      row: told,
    },
    NoticePassedOver: { keys: scheduleIdsIn, row: told },
    // what happened while the store was paused is not told
    StoreWentLive: { keys: (_event, ids) => [...ids.all()], row: (row) => row && { ...row, untold: null } },
  },
};
