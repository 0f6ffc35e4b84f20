import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import { tableOf } from '@tocsin/contracts/tables.js';
import type { RowChange, View } from '@tocsin/kernel/rows/view.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { editTypes } from '../../setup/schedules/shared/edits.js';
import { ruleTypes, rulesAfter, type ScheduleRules } from '../../setup/schedules/shared/newest-rules.js';
import type { ScheduleNoticesRow, UntoldEdits } from './schedule-notices.js';
import { withShift } from './state.js';

type Row = ScheduleNoticesRow;
type Change = RowChange<Row, RecordedFact>;

const scheduleIdsIn = ({ data }: RecordedFact): readonly string[] => [(data as { readonly scheduleId: string }).scheduleId];

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

type Edits = UntoldEdits['edits'];

/** Each holds the rules before it: only so many are held, and the oldest two become one. */
const editsHeld = 20;
const joined = ([first, second, ...others]: Edits): Edits =>
  second && others.length + 2 > editsHeld
    ? [{ ...second, before: first.before, by: [...new Set([...first.by, ...second.by])] }, ...others]
    : [first, ...(second ? [second] : []), ...others];

const withEdit = ({ untold, rules: before }: Row & { rules: ScheduleRules }, { id: plannedBy, meta }: RecordedFact): UntoldEdits => {
  const edit = { dueAt: meta.at, plannedBy, before, by: [meta.actor.kind === 'person' ? meta.actor.id : meta.actor.kind] };
  if (!untold) return { edits: [edit], settlesAt: addMillis(meta.at, noticeLimits.movedSettles) };
  return { ...untold, edits: joined([...untold.edits, edit]) };
};

/** What is no edit happens to the rules before it, too. */
const withoutEdit = (untold: UntoldEdits | null, event: RecordedFact): UntoldEdits | null => {
  const happensTo = (edit: Edits[0]) => ({ ...edit, before: rulesAfter(edit.before, event)! });
  return untold && { ...untold, edits: [happensTo(untold.edits[0]), ...untold.edits.slice(1).map(happensTo)] };
};

const handoffIn = (event: RecordedFact): Partial<Row> =>
  event.type === 'HandoffPlanned' ? { handoff: { at: event.meta.at, dueAt: event.data.dueAt, plannedBy: event.id } } : {};

const ruleChange: Change = {
  keys: scheduleIdsIn,
  row: (row, event, scheduleId) => {
    if (event.type === 'ScheduleBegan')
      return { scheduleId, beganAt: event.meta.at, rules: rulesAfter(undefined, event)!, handoff: null, untold: null, told: [] };
    if (!row?.rules) return undefined;
    const { rules, beganAt } = row;
    const changed = rulesAfter(rules, event)!;
    const untold = isEdit(event, rules, beganAt) ? withEdit({ ...row, rules }, event) : withoutEdit(row.untold, event);
    return { ...row, rules: changed, untold, ...handoffIn(event) };
  },
};

/** Edits that came while others were told are told next. */
const toldEdits = (row: Row, { meta }: RecordedFact): Row | null | undefined => {
  const at = row.untold?.edits.findIndex(({ plannedBy }) => plannedBy === meta.causationId) ?? -1;
  if (!row.untold || at < 0) return undefined;
  const [next, ...others] = row.untold.edits.slice(at + 1);
  if (next) return { ...row, untold: { ...row.untold, edits: [next, ...others] } };
  return row.rules ? { ...row, untold: null } : null;
};

const given = (row: Row | undefined, event: RecordedOf<'NoticeGiven'>): Row | null | undefined => {
  const { personId, about } = event.data;
  if (!row || about.kind !== 'going_on') return row && toldEdits(row, event);
  return { ...row, told: withShift(row.told, { personId, at: about.from, lead: about.lead }, event.meta.at) };
};

const toldOf = ({ data: { about } }: RecordedOf<'NoticeGiven'>): readonly string[] => {
  if (about.kind === 'going_on') return about.scheduleIds;
  return about.kind === 'shifts_moved' ? [about.scheduleId] : [];
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
    NoticeGiven: { keys: toldOf, row: given },
    NoticePassedOver: { keys: scheduleIdsIn, row: (row, event) => row && toldEdits(row, event) },
    // what happened while the store was paused is not told
    StoreWentLive: { keys: (_event, ids) => [...ids.all()], row: (row) => row && { ...row, untold: null } },
  },
};
