import type { DraftAnswer, DraftRequest, OnCallPeriod } from '@tocsin/contracts/schedule-answers.js';
import type { OverrideSetting, ScheduleRow } from '@tocsin/contracts/schedules.js';
import { later, toInstant, toMillis } from '@tocsin/kernel/time.js';
import { asSchedule, zonesOf } from '../as-schedule.js';
import type { Segment } from '../shifts/schedule.js';
import type { OnCall } from '../shifts/shifts.js';
import { latestZoneTable } from '../shifts/zone-table.js';
import { computed, shiftsAnswer } from './shifts-answer.js';

/** How many changes are told; a person reads no more. */
const changesTold = 20;

/** A schedule that is being made. */
const unsaved = (id: string, timeZone: string): ScheduleRow => ({
  id,
  teamId: id,
  name: '',
  externalKey: null,
  removed: false,
  version: 0,
  timeZone,
  zones: latestZoneTable().version,
  versions: [],
  overrides: [],
  temporary: [],
});

/** What a change that is not saved would come to. `saved`: undefined where there is nothing yet. */
export function draftAnswer(
  id: string,
  saved: ScheduleRow | undefined,
  periods: readonly OnCallPeriod[],
  draft: DraftRequest,
  now: string,
): DraftAnswer {
  const before = saved ?? unsaved(id, draft.timeZone);
  const { timeZone, layers } = draft;
  const effectiveFrom = later(draft.effectiveFrom ?? now, now);
  const version = { version: before.version + 1, effectiveFrom, timeZone, layers, rotations: null };
  const after: ScheduleRow = { ...before, timeZone, versions: [...before.versions, version] };
  const range = { from: draft.from, to: draft.to };
  const ahead = { from: later(draft.from, now), to: draft.to };
  const was = computed(asSchedule(before), zonesOf(before), ahead);
  const is = computed(asSchedule(after), zonesOf(after), ahead);
  return {
    ...shiftsAnswer(after, periods, range, now),
    version: before.version,
    people: changedTimes(was, is),
    changes: changesBetween(was.segments, is.segments),
    orphaned: before.overrides.filter((override) => actsIn(override, was) && !actsIn(override, is)).map(({ overrideId }) => overrideId),
  };
}

const timesOf = ({ segments }: OnCall): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const { from, to, duties } of segments) for (const { person } of duties) times.set(person, (times.get(person) ?? 0) + to - from);
  return times;
};

function changedTimes(was: OnCall, is: OnCall): DraftAnswer['people'] {
  const [before, after] = [timesOf(was), timesOf(is)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((personId) => ({ personId, before: before.get(personId) ?? 0, after: after.get(personId) ?? 0 }))
    .filter((one) => one.before !== one.after);
}

const peopleOf = (segment: Segment | undefined): string[] => segment?.duties.map(({ person }) => person).toSorted() ?? [];

/** Where it begins to differ, and where it differs otherwise than before. Both tile the same interval. */
function changesBetween(was: readonly Segment[], is: readonly Segment[]): DraftAnswer['changes'] {
  const changes: DraftAnswer['changes'] = [];
  let last = '';
  let [n, m] = [0, 0];
  while ((n < was.length || m < is.length) && changes.length < changesTold) {
    const [one, other] = [was[n], is[m]];
    const here = { before: peopleOf(one), after: peopleOf(other) };
    const difference = here.before.join() === here.after.join() ? '' : JSON.stringify(here);
    if (difference !== '' && difference !== last) changes.push({ at: toInstant(Math.max(one?.from ?? 0, other?.from ?? 0)), ...here });
    last = difference;
    const end = Math.min(one?.to ?? Number.POSITIVE_INFINITY, other?.to ?? Number.POSITIVE_INFINITY);
    if (one === undefined || one.to === end) n++;
    if (other === undefined || other.to === end) m++;
  }
  return changes;
}

/** Whether somebody is on call, or is not, because of it. */
const actsIn = ({ kind, overrideId, personId, from, to }: OverrideSetting, { shifts }: OnCall): boolean => {
  if (kind === 'add' || kind === 'remove_everybody') return true;
  if (kind === 'replace') return shifts.some(({ reason }) => reason.kind === 'override' && reason.override === overrideId);
  // who is removed stands nowhere while it lasts: it acts where they are on call right before or after it
  const [begin, end] = [toMillis(from), toMillis(to)];
  return shifts.some((shift) => shift.person === personId && shift.from <= end && shift.to >= begin);
};
