import { mentionOf } from '@tocsin/contracts/mentions.js';

export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

/** An unfinished mention: the index of its @, and the text between it and the caret. */
export interface TypedMention {
  readonly from: number;
  readonly query: string;
}

const maxSuggestions = 6;
const mentionPattern = /(?:^|[\s(])@([\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{M}\p{N}.'’-]*)?)$/u;
const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{M}\p{N}]/u.test(text.charAt(at));

export const typedMention = (text: string, caret: number): TypedMention | null => {
  const match = mentionPattern.exec(text.slice(Math.max(0, caret - 80), caret));
  return match ? { from: caret - match[1]!.length - 1, query: match[1]! } : null;
};

/** People with a word of their name that begins with the query. */
export const suggestionsFor = (query: string, people: readonly Mentionable[]): readonly Mentionable[] => {
  const wanted = query.toLowerCase();
  return people
    .filter(({ name }) => {
      const known = name.toLowerCase();
      return known.startsWith(wanted) || known.split(' ').some((word) => word.startsWith(wanted));
    })
    .slice(0, maxSuggestions);
};

/** The text with a chosen person in place of the typed query, and the new caret position. */
export const withChosen = (text: string, caret: number, { from }: TypedMention, { name }: Mentionable): { text: string; caret: number } => {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
};

/** The longest name that begins at this position of a text. */
const namedAt = (text: string, at: number, people: readonly Mentionable[]): readonly Mentionable[] => {
  const here = people.filter(({ name }) => name !== '' && text.startsWith(name, at) && !isWordAt(text, at + name.length));
  const longest = Math.max(0, ...here.map(({ name }) => name.length));
  return here.filter(({ name }) => name.length === longest);
};

/**
 * The text as it is sent: `@Ana` by her id. Where two have one name it is the one that was chosen, by `chosen`; without a choice the name
 * stays text.
 */
export const withIds = (text: string, people: readonly Mentionable[], chosen: ReadonlyMap<string, string>): string => {
  let sent = '';
  let done = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at < done || isWordAt(text, at - 1)) continue;
    const here = namedAt(text, at + 1, people);
    const person = here.length === 1 ? here[0] : here.find(({ id, name }) => chosen.get(name) === id);
    if (!person) continue;
    sent += text.slice(done, at) + mentionOf(person.id);
    done = at + 1 + person.name.length;
  }
  return sent + text.slice(done);
};
