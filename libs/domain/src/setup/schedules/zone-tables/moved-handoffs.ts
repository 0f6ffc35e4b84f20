import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { MovedHandoff, ZoneTableAnswer } from '@tocsin/contracts/schedules/zone-tables.js';
import { millisBetween, earlierOf, addMillis } from '@tocsin/kernel/time.js';
import { listChangesUntil } from '../shared/on-call-now.js';
import type { ScheduleRules } from '../rules-fold.js';
import { loadLatestZoneTable } from '../shifts/zone-table.js';

interface Handoff {
  readonly at: string;
  readonly people: readonly string[];
}

/** The next handoffs by one edition: up to the announcement horizon, and at most as many as are compared. */
function listHandoffs(rules: ScheduleRules, now: string): { readonly found: readonly Handoff[]; readonly upTo: string } {
  const horizon = addMillis(now, scheduleLimits.handoffHorizon);
  const foundHandoffs: Handoff[] = [];
  for (const change of listChangesUntil(rules, now, horizon)) {
    if (foundHandoffs.length === scheduleLimits.handoffsCompared) return { found: foundHandoffs, upTo: change.at };
    foundHandoffs.push(change);
  }
  return { found: foundHandoffs, upTo: horizon };
}

const handoffKeyOf = ({ people }: Handoff): string => people.toSorted().join();
const isSame = (one: Handoff, other: Handoff): boolean => one.at === other.at && handoffKeyOf(one) === handoffKeyOf(other);

/** The first people, as many as an event lists. */
const firstOf = ({ people }: Handoff): string[] => people.slice(0, alertGroupLimits.examples);

/** No zone changes its clock by more than a day. */
const isNear = (one: Handoff, other: Handoff): boolean =>
  handoffKeyOf(one) === handoffKeyOf(other) && Math.abs(millisBetween(one.at, other.at)) <= scheduleLimits.clockMovesAtMost;

/** The announced handoffs that another edition moves, by time. */
export function listMovedHandoffs(rules: ScheduleRules, zones: string, now: string): readonly MovedHandoff[] {
  const [was, is] = [listHandoffs(rules, now), listHandoffs({ ...rules, zones }, now)];
  const upTo = earlierOf(was.upTo, is.upTo);
  const onlyCompared = (some: readonly Handoff[], otherHandoffs: readonly Handoff[]): Handoff[] =>
    some.filter((one) => one.at < upTo && !otherHandoffs.some((other) => isSame(one, other)));
  const after = onlyCompared(is.found, was.found);
  const movedHandoffs = onlyCompared(was.found, is.found).map((one): MovedHandoff => {
    const at = after.findIndex((other) => isNear(one, other));
    const [counterpart] = at < 0 ? [] : after.splice(at, 1);
    return { before: one.at, after: counterpart?.at ?? null, people: firstOf(one) };
  });
  const addedHandoffs = after.map((one): MovedHandoff => ({ before: null, after: one.at, people: firstOf(one) }));
  const momentOf = ({ before, after: handoffAfter }: MovedHandoff): string => before ?? handoffAfter ?? '';
  return [...movedHandoffs, ...addedHandoffs].toSorted((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1));
}

export function zoneTableOf(row: ScheduleRow, now: string, newest = loadLatestZoneTable().version): ZoneTableAnswer {
  const movedHandoffs = row.zones === newest ? [] : listMovedHandoffs(row, newest, now);
  return { scheduleId: row.id, zones: row.zones, newest, ...toMovedShown(movedHandoffs) };
}

/** In the form of facts and answers: the first ones, and the total. */
export const toMovedShown = (movedHandoffs: readonly MovedHandoff[]) => ({
  moved: movedHandoffs.slice(0, scheduleLimits.movedListed),
  movedCount: movedHandoffs.length,
});
