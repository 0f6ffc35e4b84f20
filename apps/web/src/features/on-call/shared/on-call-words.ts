import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { clockTime } from '../../../data/time/times.js';
import { inFirstNames, listNames } from '../../../data/words/list-names.js';
import type { Names } from '../../../data/words/names.js';
import { capital } from '../../../data/words/capital.js';

type OnCallState = Pick<OnCallRow, 'people' | 'nextAt' | 'next'>;

export const peopleOf = ({ people }: Pick<OnCallRow, 'people'>): readonly string[] => [...new Set(people.map(({ personId }) => personId))];

/** `Ana`, `You and Bo`, `No one`. */
export const whoIsOnCall = (row: OnCallState, names: Names): string => capital(listNames(peopleOf(row), names)) || 'No one';

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));

/** `until Mon 09:00, then Bo`; empty while no change of people is planned. */
export function untilThen(row: OnCallState, names: Names, now: number): string {
  if (row.nextAt === null || areSame(peopleOf(row), row.next)) return '';
  return `until ${clockTime(row.nextAt, now)}, then ${listNames(row.next, names) || 'no one'}`;
}

/** `Ana until Fri 09:00`; of a schedule that has no one now, `from 18:00: Farid`. */
export function rowWords(row: OnCallState, allNames: Names, now: number): string {
  const names = inFirstNames(allNames);
  const who = whoIsOnCall(row, names);
  if (row.nextAt === null || areSame(peopleOf(row), row.next)) return who;
  const at = clockTime(row.nextAt, now);
  return row.people.length === 0 ? `from ${at}: ${listNames(row.next, names)}` : `${who} until ${at}`;
}

/** The next change of people in each schedule, the earliest first. */
export const nextHandoffs = <Row extends OnCallState>(rows: readonly Row[]): readonly (Row & { readonly nextAt: string })[] =>
  rows
    .filter((row): row is Row & { readonly nextAt: string } => row.nextAt !== null && !areSame(peopleOf(row), row.next))
    .toSorted((one, other) => one.nextAt.localeCompare(other.nextAt));

/** When my shift ends, and who follows: empty if I stay on call at the next planned change. */
export const untilMyEnd = (row: OnCallState, names: Names, now: number): string =>
  row.next.includes(names.me) ? '' : untilThen(row, names, now);

/** The schedules in which I am on call now: the one that I leave first in front. */
export const myDuties = <Row extends OnCallState & Pick<OnCallRow, 'removed'>>(rows: readonly Row[], me: string): readonly Row[] =>
  rows.filter((row) => !row.removed && peopleOf(row).includes(me)).toSorted((one, other) => endOf(one, me) - endOf(other, me));

/** The start of my next shift, where the next change of people puts me on call; null: later, or never. */
export const myNextShift = (rows: readonly (OnCallState & Pick<OnCallRow, 'removed'>)[], me: string): string | null =>
  rows
    .filter((row) => !row.removed && row.next.includes(me) && !peopleOf(row).includes(me))
    .flatMap(({ nextAt }) => nextAt ?? [])
    .toSorted()[0] ?? null;

const far = Number.MAX_SAFE_INTEGER;
const endOf = ({ nextAt, next }: OnCallState, me: string): number => (nextAt === null || next.includes(me) ? far : Date.parse(nextAt));
