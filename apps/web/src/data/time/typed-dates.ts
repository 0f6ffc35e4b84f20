import { Temporal } from 'temporal-polyfill';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const monthWord = `(${months.join('|')})[a-z]*\\.?`;
const year = '(?:\\s+(\\d{4}))?';

/** Lower case without accents: `José` is typed as `jose`. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

interface Written {
  readonly day: number;
  readonly month: number;
  readonly year: number | null;
}

/** `2026-03-28`; without a year, the next such day from today on; null for a day that does not exist. */
function toDate({ day, month, year: written }: Written, today: Temporal.PlainDate): Temporal.PlainDate | null {
  const at = (inYear: number): Temporal.PlainDate | null => {
    try {
      return Temporal.PlainDate.from({ year: inYear, month, day }, { overflow: 'reject' });
    } catch {
      return null;
    }
  };
  if (written !== null) return at(written);
  const here = at(today.year);
  return here && Temporal.PlainDate.compare(here, today) >= 0 ? here : at(today.year + 1);
}

const yearOf = (text: string | undefined): number | null => (text ? Number(text.length === 2 ? `20${text}` : text) : null);
const monthOf = (word: string): number => months.indexOf(word as (typeof months)[number]) + 1;

/** Replaces dates in figures, such as `28.3.`, `28.3.2027` and `3/28`, by `2027-03-28`. A day that does not exist is left as it is. */
export function withNumericDates(line: string, today: Temporal.PlainDate, dayFirst: boolean): string {
  const put = (whole: string, written: Written): string => toDate(written, today)?.toString() ?? whole;
  return line
    .replace(/(?<![\d.:])(\d{1,2})\.\s?(\d{1,2})\.(\d{4}|\d{2})?(?![\d:])/g, (whole, day: string, month: string, of?: string) =>
      put(whole, { day: Number(day), month: Number(month), year: yearOf(of) }),
    )
    .replace(/(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?![\d/])/g, (whole, one: string, other: string, of?: string) =>
      put(whole, { day: Number(dayFirst ? one : other), month: Number(dayFirst ? other : one), year: yearOf(of) }),
    );
}

/** Replaces `28 mar`, `mar 28` and `28 mar 2027` by `2027-03-28`. */
export function withNamedDates(line: string, today: Temporal.PlainDate): string {
  const put = (whole: string, day: string, month: string, of?: string): string =>
    toDate({ day: Number(day), month: monthOf(month), year: yearOf(of) }, today)?.toString() ?? whole;
  return line
    .replace(
      new RegExp(`(?<![\\d:-])\\b(\\d{1,2})\\.?\\s+${monthWord}${year}(?![\\w:])`, 'g'),
      (whole, day: string, month: string, of?: string) => put(whole, day, month, of),
    )
    .replace(
      new RegExp(`\\b${monthWord}\\s+(\\d{1,2})(?![\\d:])(?!\\s*(?:am|pm))${year}`, 'g'),
      (whole, month: string, day: string, of?: string) => put(whole, day, month, of),
    );
}
