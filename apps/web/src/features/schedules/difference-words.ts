import type { DraftAnswer } from '@tocsin/contracts/schedules/answers.js';
import { shiftWords } from '@tocsin/contracts/schedules/shift-words.js';

const hour = 3_600_000;

interface Words {
  readonly meId: string;
  readonly nameOf: (personId: string) => string;
  /** `Mon 09:00`, as the rest of the screen writes it. */
  readonly momentOf: (at: number) => string;
  /** `Sat 28 Nov 09:00 – 17:00` */
  readonly stretchOf: (from: number, to: number) => string;
  /** `Bo for Ana` */
  readonly overrideOf: (overrideId: string) => string;
  /** `in the next 4 weeks`, or nothing. */
  readonly when: string;
}

/** `14 h`, `1.5 h`, `20 min`. */
const hoursIn = (millis: number): string =>
  Math.abs(millis) < hour ? `${Math.round(Math.abs(millis) / 60_000)} min` : `${Math.round((Math.abs(millis) / hour) * 10) / 10} h`;

const and = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

/** Most lines listed of each kind. */
const maxListed = 3;

/** Effects of an unsaved edit: hours per person, then the first times with other people on call, then overrides whose effect changes. */
export function differenceLines(
  answer: Pick<DraftAnswer, 'people' | 'told' | 'changes' | 'orphaned' | 'moved' | 'orphanedCovers'>,
  words: Words,
): readonly string[] {
  const people = answer.people
    .filter(({ before, after }) => before !== after)
    .toSorted((one, other) => other.after - other.before - (one.after - one.before));
  const hours = people.map(
    ({ personId, before, after }) => `${words.nameOf(personId)} ${after > before ? '+' : '−'}${hoursIn(after - before)}`,
  );
  const same =
    answer.changes.length > 0
      ? 'Everyone’s time on call stays the same, at different times'
      : 'The same people are on call at the same times';
  const hoursText = hours.length > 0 ? hours.join(', ') : same;
  const overrides = [
    ...answer.orphaned.map((id) => `Override ${words.overrideOf(id)}: no longer changes anything.`),
    ...answer.moved.map((one) => movedWords(one, words)),
  ];
  return [
    `${[hoursText, words.when].filter(Boolean).join(' ')}.`,
    ...(answer.told.length > 0 ? [toldWords(answer.told, words)] : []),
    ...answer.changes.slice(0, maxListed).map((change) => changeWords(change, words)),
    ...overrides.slice(0, maxListed),
    ...(overrides.length > maxListed ? [`${overrides.length - maxListed} more overrides change: other times, or no effect.`] : []),
    ...(answer.orphanedCovers.length > 0 ? [coverWords(answer.orphanedCovers.length)] : []),
  ];
}

/** Whom it concerns: nobody else is told. */
function toldWords(told: DraftAnswer['told'], { nameOf, meId }: Words): string {
  const others = told.map((one) => `${nameOf(one.personId)}${one.personId === meId ? ' (you)' : ''}: ${shiftWords(one)}`);
  return `Shifts of the next 28 days: ${others.join(', ')}. ${told.some(({ personId }) => personId !== meId) ? 'Others are told by a quiet message.' : ''}`.trim();
}

function movedWords({ overrideId, before, after }: DraftAnswer['moved'][number], { overrideOf, stretchOf }: Words): string {
  const timesOf = (times: typeof before) => and(times.map(({ from, to }) => stretchOf(Date.parse(from), Date.parse(to))));
  return `Override ${overrideOf(overrideId)}: ${timesOf(after)} instead of ${before.length > 0 ? timesOf(before) : 'never'}.`;
}

function changeWords({ at, before, after }: DraftAnswer['changes'][number], { nameOf, momentOf }: Words): string {
  const [when, were] = [momentOf(Date.parse(at)), before.length > 0 ? and(before.map(nameOf)) : 'no one'];
  if (after.length === 0) return `${when}: no one is on call instead of ${were}.`;
  return `${when}: ${and(after.map(nameOf))} on call instead of ${were}.`;
}

const coverWords = (count: number): string =>
  count === 1 ? '1 cover request can no longer be accepted.' : `${count} cover requests can no longer be accepted.`;
