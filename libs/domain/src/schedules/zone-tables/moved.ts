import { limits } from '@tocsin/contracts/limits.js';
import type { ScheduleRow } from '@tocsin/contracts/schedules.js';
import type { MovedHandoff, ZoneTableAnswer } from '@tocsin/contracts/zone-tables.js';
import { between, earlier, plus } from '@tocsin/kernel/time.js';
import { changesUntil } from '../shared/on-call-now.js';
import type { ScheduleRules } from '../rules-fold.js';
import { latestZoneTable } from '../shifts/zone-table.js';

interface Handoff {
  readonly at: string;
  readonly people: readonly string[];
}

/** The next handoffs by one edition: up to the announcement horizon, and at most as many as are compared. */
function handoffs(rules: ScheduleRules, now: string): { readonly found: readonly Handoff[]; readonly upTo: string } {
  const horizon = plus(now, limits.handoffHorizon);
  const found: Handoff[] = [];
  for (const change of changesUntil(rules, now, horizon)) {
    if (found.length === limits.handoffsCompared) return { found, upTo: change.at };
    found.push(change);
  }
  return { found, upTo: horizon };
}

const whoOf = ({ people }: Handoff): string => people.toSorted().join();
const isSame = (one: Handoff, other: Handoff): boolean => one.at === other.at && whoOf(one) === whoOf(other);

/** The first people, as many as an event lists. */
const firstOf = ({ people }: Handoff): string[] => people.slice(0, limits.examples);

/** No zone changes its clock by more than a day. */
const isNear = (one: Handoff, other: Handoff): boolean =>
  whoOf(one) === whoOf(other) && Math.abs(between(one.at, other.at)) <= limits.clockMovesAtMost;

/** The announced handoffs that another edition moves, by time. */
export function movedBy(rules: ScheduleRules, zones: string, now: string): readonly MovedHandoff[] {
  const [was, is] = [handoffs(rules, now), handoffs({ ...rules, zones }, now)];
  const upTo = earlier(was.upTo, is.upTo);
  const compared = (some: readonly Handoff[], others: readonly Handoff[]): Handoff[] =>
    some.filter((one) => one.at < upTo && !others.some((other) => isSame(one, other)));
  const after = compared(is.found, was.found);
  const moved = compared(was.found, is.found).map((one): MovedHandoff => {
    const at = after.findIndex((other) => isNear(one, other));
    const [found] = at < 0 ? [] : after.splice(at, 1);
    return { before: one.at, after: found?.at ?? null, people: firstOf(one) };
  });
  const added = after.map((one): MovedHandoff => ({ before: null, after: one.at, people: firstOf(one) }));
  const momentOf = ({ before, after: then }: MovedHandoff): string => before ?? then ?? '';
  return [...moved, ...added].toSorted((one, other) => (momentOf(one) < momentOf(other) ? -1 : 1));
}

/** The time zone edition of a schedule, and handoffs that the newest one would move. */
export function zoneTableOf(row: ScheduleRow, now: string, newest = latestZoneTable().version): ZoneTableAnswer {
  const moved = row.zones === newest ? [] : movedBy(row, newest, now);
  return { scheduleId: row.id, zones: row.zones, newest, ...movedShown(moved) };
}

/** In the form of facts and answers: the first ones, and the total. */
export const movedShown = (moved: readonly MovedHandoff[]) => ({
  moved: moved.slice(0, limits.movedListed),
  movedCount: moved.length,
});
