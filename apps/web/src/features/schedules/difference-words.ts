import type { DraftAnswer } from '@tocsin/contracts/schedule-answers.js';

const hour = 3_600_000;

interface Words {
  readonly nameOf: (personId: string) => string;
  /** `Mon 09:00`, as the rest of the screen writes it. */
  readonly momentOf: (at: number) => string;
  /** `the next 4 weeks` */
  readonly within: string;
}

/** `14 h`, `1.5 h`, `20 min`. */
const hoursIn = (millis: number): string =>
  Math.abs(millis) < hour ? `${Math.round(Math.abs(millis) / 60_000)} min` : `${Math.round((Math.abs(millis) / hour) * 10) / 10} h`;

const and = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

/** What an edit changes, before it is saved: hours of each person, then the first moments at which somebody else is on call. */
export function differenceLines(
  answer: Pick<DraftAnswer, 'people' | 'changes' | 'orphaned' | 'orphanedCovers'>,
  words: Words,
): readonly string[] {
  const people = answer.people
    .filter(({ before, after }) => before !== after)
    .toSorted((one, other) => other.after - other.before - (one.after - one.before));
  const hours = people.map(
    ({ personId, before, after }) => `${words.nameOf(personId)} ${after > before ? '+' : '−'}${hoursIn(after - before)}`,
  );
  return [
    hours.length > 0 ? `${hours.join(', ')} in ${words.within}.` : `The same people are on call at the same times in ${words.within}.`,
    ...answer.changes.slice(0, 3).map((change) => changeWords(change, words)),
    ...(answer.orphaned.length > 0 ? [orphanWords(answer.orphaned.length)] : []),
    ...(answer.orphanedCovers.length > 0 ? [coverWords(answer.orphanedCovers.length)] : []),
  ];
}

function changeWords({ at, before, after }: DraftAnswer['changes'][number], { nameOf, momentOf }: Words): string {
  const [when, were] = [momentOf(Date.parse(at)), before.length > 0 ? and(before.map(nameOf)) : 'no one'];
  if (after.length === 0) return `${when}: no one is on call instead of ${were}.`;
  return `${when}: ${and(after.map(nameOf))} on call instead of ${were}.`;
}

const orphanWords = (count: number): string =>
  count === 1 ? '1 override no longer changes anything.' : `${count} overrides no longer change anything.`;

const coverWords = (count: number): string =>
  count === 1 ? '1 cover request can’t be accepted any more.' : `${count} cover requests can’t be accepted any more.`;
