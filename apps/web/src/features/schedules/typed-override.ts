import { Temporal } from 'temporal-polyfill';
import { fold, withNamedDates, withNumericDates } from '../../data/time/typed-dates.js';
import { momentFrom, wordsUpTo } from '../../data/time/typed-moment.js';

interface TypingContext {
  /** Milliseconds. */
  readonly now: number;
  readonly zone: string;
  /** People who may be put on call, by name; null: the line has times alone. */
  readonly people: readonly { readonly id: string; readonly name: string }[] | null;
  /** A day without a year is the next one from here on, in milliseconds; absent: from today on. */
  readonly since?: number;
  /** Whether 28/3 is 28 March. */
  readonly dayFirst?: boolean;
}

/** The parsed part of a line such as `sat 9-17 bo`. Instants in milliseconds; missing parts are null. */
export interface TypedOverride {
  readonly from: number | null;
  readonly to: number | null;
  readonly personId: string | null;
  /** The part that can’t be parsed, as a sentence. */
  readonly problem: string | null;
}

const lengthPattern = /^(\d{1,3})(h|d)$/;

const nothing: TypedOverride = { from: null, to: null, personId: null, problem: null };

/**
 * Reads `sat 9-17 bo`, `28 mar 9am-5pm bo`, `fri 18 - mon 9 ana`, `now-17 bo`, `3h bo`. Times are of the zone; an end before its begin is the next
 * day’s. A month may also be the name of a person: it is one if the line can’t be read otherwise.
 */
export function readOverride(typed: string, known: TypingContext): TypedOverride {
  const today = Temporal.Instant.fromEpochMilliseconds(known.since ?? known.now)
    .toZonedDateTimeISO(known.zone)
    .toPlainDate();
  const line = withNumericDates(fold(typed).replace(/[–—]/g, '-'), today, known.dayFirst ?? true).replace(/(\d)\s+([ap]m)\b/g, '$1$2');
  const plain = readLine(line, known);
  if (plain.problem === null) return plain;
  const dated = readLine(withNamedDates(line, today), known);
  return dated.problem === null ? dated : plain;
}

/** Whether nothing of the line is left over or missing: only then it may be saved. */
export const isUnderstood = (line: string, { from, to, problem }: TypedOverride): boolean =>
  line.trim() === '' || (problem === null && (from === null) === (to === null));

function readLine(line: string, known: TypingContext): TypedOverride {
  const words = line
    .replace(/-/g, ' - ')
    .replace(/(\d{4})\s-\s(\d\d)\s-\s(\d\d)/g, '$1-$2-$3')
    .trim()
    .split(/\s+/);
  const { time, rest } = splitTime(words.filter(Boolean), known);
  if (typeof time === 'string') return { ...nothing, problem: time };
  const left = rest.find((word) => /\d/.test(word) || word === '-');
  if (left) return { ...nothing, problem: `“${left}” is not a day or a time here.` };
  return { ...nothing, ...time, ...personFrom(rest, known) };
}

interface Edges {
  readonly from: number | null;
  readonly to: number | null;
}

/** Splits words into the time and the rest. A string: the error. */
function splitTime(words: readonly string[], { now, zone }: TypingContext): { time: Edges | string; rest: readonly string[] } {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const length = words.findIndex((word) => lengthPattern.test(word));
  if (length >= 0) {
    const [, count, unit] = lengthPattern.exec(words[length]!)!;
    const end = here.add(unit === 'h' ? { hours: Number(count) } : { days: Number(count) });
    return { time: { from: now, to: end.epochMilliseconds }, rest: words.filter((word, n) => n !== length && word !== 'now') };
  }
  const [before, after] = [words.slice(0, wordsUpTo(words, '-')), words.slice(wordsUpTo(words, '-') + 1)];
  const first = momentFrom(before, here);
  if (!words.includes('-')) return { time: { from: first.at?.epochMilliseconds ?? null, to: null }, rest: first.rest };
  const last = momentFrom(after, first.at ?? here);
  const rest = [...first.rest, ...last.rest];
  if (!first.at || !last.at) return { time: 'Enter a start and an end, such as “sat 9-17”.', rest };
  const end = Temporal.ZonedDateTime.compare(last.at, first.at) > 0 ? last.at : last.at.add(last.hasWeekday ? { weeks: 1 } : { days: 1 });
  return { time: { from: first.at.epochMilliseconds, to: end.epochMilliseconds }, rest };
}

/** The one person with a name that matches each remaining word by prefix. */
function personFrom(words: readonly string[], { people }: TypingContext): Pick<TypedOverride, 'personId' | 'problem'> {
  if (words.length === 0) return { personId: null, problem: null };
  if (people === null) return { personId: null, problem: `“${words.join(' ')}” is not a day or a time here.` };
  const matches = people.filter(({ name }) => {
    const parts = fold(name).split(/\s+/);
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
  const exact = matches.filter(({ name }) => fold(name) === words.join(' '));
  const [only] = exact.length === 1 ? exact : matches;
  if (only && (matches.length === 1 || exact.length === 1)) return { personId: only.id, problem: null };
  const typedName = `“${words.join(' ')}”`;
  return {
    personId: null,
    problem: matches.length > 1 ? `${typedName} is more than one person.` : `No one named ${typedName} can go on call.`,
  };
}
