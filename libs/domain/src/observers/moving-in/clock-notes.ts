import { zoneNamed } from './foreign-zones.js';
import type { Note } from './organisation.js';
import { day } from './recurrence.js';

const year = 366 * day;

/** The changes of clocks of the next two years. */
const changesAfter = (timeZone: string, at: number): readonly number[] =>
  zoneNamed(timeZone)
    .changes.map((change) => change.at)
    .filter((change) => change > at && change < at + 2 * year);

/** Turns of hours go by the clock there, by elapsed time here: from the next change on they may differ by its hour. */
export const hourlyNote = (about: string, timeZone: string, at: number): readonly Note[] => {
  const [first] = changesAfter(timeZone, at);
  return first === undefined
    ? []
    : [{ rule: 'turns of hours over a change of clocks', about, when: [{ from: first, to: Number.POSITIVE_INFINITY }] }];
};

/** A shift that a change of clocks lengthens or shortens. */
export const shiftNote = (about: string, timeZone: string, at: number): readonly Note[] => {
  const when = changesAfter(timeZone, at).map((change) => ({ from: change - day, to: change + day }));
  return when.length === 0 ? [] : [{ rule: 'shift over a change of clocks', about, when }];
};

/** Two zones in one rotation: alike until the clock of one of them changes. */
export const zonesNote = (about: string, zones: readonly string[], at: number): readonly Note[] => {
  const first = Math.min(...zones.flatMap((zone) => changesAfter(zone, at)));
  return Number.isFinite(first)
    ? [{ rule: 'handoffs on the clock of another zone', about, when: [{ from: first, to: Number.POSITIVE_INFINITY }] }]
    : [];
};
