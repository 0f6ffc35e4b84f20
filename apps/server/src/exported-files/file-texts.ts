import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import { withMentions } from '@tocsin/contracts/mentions.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';

/** Who is in a file, and what may not be. */
export interface FilePeople {
  /** In the order in which they appear. */
  readonly people: readonly string[];
  /** Names by person; null: they are called Person A, B, C. */
  readonly names: Readonly<Record<string, string>> | null;
  /** Names, where those are left out, and addresses, by what takes their place. */
  readonly hidden: readonly (readonly [text: string, instead: string])[];
}

/** Texts as a file may have them. */
export interface FileTexts {
  readonly person: (personId: string) => string;
  /** What a person or a source wrote. */
  readonly clean: (text: string) => string;
  /** Whether it has a name or an address that may not be in the file. */
  readonly isNaming: (text: string) => boolean;
}

/** `A` to `Z`, then `AA`. */
export const letterOf = (n: number): string => (n < 26 ? '' : letterOf(Math.floor(n / 26) - 1)) + String.fromCodePoint(65 + (n % 26));

export const labelOf = (n: number): string => `Person ${letterOf(n)}`;

/** Marks that turn the order of letters around, and other control characters but the line feed. */
// oxlint-disable-next-line no-control-regex -- these are removed
const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const mailAddress = /[^\s@<>"',;:()]{1,64}@[^\s@<>"',;:()]{1,190}\.[a-z]{2,24}/gi;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** A letter or digit that a word goes on with. Where no spaces are written, and before particles, a name ends anywhere. */
const inWord = String.raw`[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]`;
const startsInWord = new RegExp(`^${inWord}`, 'v');
const endsInWord = new RegExp(`${inWord}$`, 'v');
const patternOf = (text: string): string =>
  `${startsInWord.test(text) ? `(?<!${inWord})` : ''}${escaped(text)}${endsInWord.test(text) ? `(?!${inWord})` : ''}`;

/** Each text of an event as it is stored. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      yield key;
      yield* textsIn(inner);
    }
}

/** Whether the bytes of an event, which a proof shows as they are, have what may not be in the file. */
export const isEventNaming = ({ isNaming }: FileTexts, { data, meta }: Pick<StoredEvent, 'data' | 'meta'>): boolean =>
  [data, meta].some((text) => [...textsIn(JSON.parse(text))].some(isNaming));

export const textsOf = ({ people, names, hidden }: FilePeople): FileTexts => {
  const places = new Map(people.map((id, n) => [id, n]));
  const person = (id: string): string => {
    const n = places.get(id);
    return names?.[id] ?? (n === undefined ? 'someone' : labelOf(n));
  };
  const instead = new Map(hidden.map(([text, other]) => [text.toLowerCase(), other]));
  const longestFirst = [...instead.keys()].filter((text) => text.length > 1).toSorted((a, b) => b.length - a.length);
  const pattern = longestFirst.length > 0 ? new RegExp(longestFirst.map(patternOf).join('|'), 'giv') : null;
  const hide = (text: string): string => {
    const plain = text.replace(mailAddress, '[address]');
    return pattern ? plain.replace(pattern, (found) => instead.get(found.toLowerCase()) ?? '[…]') : plain;
  };
  const clean = (text: string): string => {
    const cut = text.length > fileLimits.textInFilm ? `${text.slice(0, fileLimits.textInFilm)}…` : text;
    return hide(withMentions(cut.replace(invisible, ''), person));
  };
  const isNaming = (text: string): boolean => {
    const plain = text.replace(invisible, '');
    return hide(plain) !== plain;
  };
  return { person, clean, isNaming };
};
