import type { PersonReference } from '@tocsin/contracts/imported-history/events.js';

/** Shorter texts name nobody. */
const leastLength = 3;
const run = /[\p{L}\p{N}]+/gu;
/** In front of or behind these, a text is part of a longer one. */
const inWords = /[\p{L}\p{N}_%+@-]/u;

interface Needle {
  readonly text: string;
  readonly who: PersonReference;
}

/** As addresses and forms spell it; a number without its signs, too. */
const spellings = (text: string): readonly string[] => {
  const digits = text.replaceAll(/\D/g, '');
  const isNumber = /^[+\d][\d\s()./-]{5,}$/.test(text) && digits.length >= 6;
  const coded = encodeURIComponent(text);
  return [...new Set([text, coded, coded.replaceAll('%20', '+'), ...(isNumber ? [digits, `+${digits}`] : [])])];
};

export const placeholderOf = ({ kind, id }: PersonReference): string => `{${kind}:${id}}`;

/**
 * Whom texts mean: by address, number, account id or full name, however many people there are. A needle is found by its first run of letters and
 * digits, so a text is gone through once.
 */
export class References {
  private readonly byRun = new Map<string, Needle[]>();
  private readonly byText = new Map<string, PersonReference>();

  add(who: PersonReference, texts: readonly string[]): void {
    for (const text of texts.flatMap(spellings)) {
      const needle = text.toLowerCase();
      const [first] = needle.match(run) ?? [];
      if (first === undefined || needle.length < leastLength || this.byText.has(needle)) continue;
      this.byText.set(needle, who);
      const needles = this.byRun.get(first) ?? [];
      needles.push({ text: needle, who });
      // the longest first: a name may begin an address
      needles.sort((one, other) => other.text.length - one.text.length);
      this.byRun.set(first, needles);
    }
  }

  find(text: string): PersonReference | undefined {
    return this.byText.get(text.toLowerCase());
  }

  /** A copy in which whoever is named is a reference. */
  replaceIn(text: string): string {
    const lower = text.toLowerCase();
    // some letters have another length in lower case
    if (lower.length !== text.length) return this.replaceIn(lower);
    let [result, end] = ['', 0];
    for (const { index, 0: word } of lower.matchAll(run)) {
      if (index < end) continue;
      const found = this.byRun.get(word)?.find((needle) => isAt(lower, needle.text, index - offsetOf(needle.text, word)));
      if (found === undefined) continue;
      const from = index - offsetOf(found.text, word);
      if (from < end) continue;
      result += text.slice(end, from) + placeholderOf(found.who);
      end = from + found.text.length;
    }
    return result + text.slice(end);
  }
}

const offsetOf = (needle: string, word: string): number => needle.indexOf(word);

function isAt(text: string, needle: string, at: number): boolean {
  if (at < 0 || !text.startsWith(needle, at)) return false;
  const [before, after] = [text[at - 1] ?? ' ', text[at + needle.length] ?? ' '];
  return !inWords.test(before) && !inWords.test(after) && !/\p{L}\.$/u.test(text.slice(Math.max(0, at - 2), at));
}
