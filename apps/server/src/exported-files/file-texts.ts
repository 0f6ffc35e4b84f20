import * as fileLimits from '@tocsin/contracts/exported-files/limits.js';
import { withMentions } from '@tocsin/contracts/mentions.js';

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
}

/** `A` to `Z`, then `AA`. */
export const letterOf = (n: number): string => (n < 26 ? '' : letterOf(Math.floor(n / 26) - 1)) + String.fromCodePoint(65 + (n % 26));

export const labelOf = (n: number): string => `Person ${letterOf(n)}`;

/** Marks that turn the order of letters around, and other control characters but the line feed. */
// oxlint-disable-next-line no-control-regex -- these are removed
const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const mailAddress = /[^\s@<>"',;:()]{1,64}@[^\s@<>"',;:()]{1,190}\.[a-z]{2,24}/gi;

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

export const textsOf = ({ people, names, hidden }: FilePeople): FileTexts => {
  const places = new Map(people.map((id, n) => [id, n]));
  const person = (id: string): string => {
    const n = places.get(id);
    return names?.[id] ?? (n === undefined ? 'someone' : labelOf(n));
  };
  const instead = new Map(hidden.map(([text, other]) => [text.toLowerCase(), other]));
  const longestFirst = [...instead.keys()].filter((text) => text.length > 2).toSorted((a, b) => b.length - a.length);
  const pattern =
    longestFirst.length > 0
      ? new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${longestFirst.map(escaped).join('|')})(?![\p{L}\p{N}])`, 'giu')
      : null;
  const clean = (text: string): string => {
    const cut = text.length > fileLimits.textInFilm ? `${text.slice(0, fileLimits.textInFilm)}…` : text;
    const plain = withMentions(cut.replace(invisible, ''), person).replace(mailAddress, '[address]');
    return pattern ? plain.replace(pattern, (found) => instead.get(found.toLowerCase()) ?? '[…]') : plain;
  };
  return { person, clean };
};
