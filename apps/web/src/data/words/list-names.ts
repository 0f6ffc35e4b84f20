import type { Names } from './names.js';

/** `Ana`, `Ana and Bo`, `Ana, Bo and 2 more`; I am `you`. */
export const listNames = (ids: readonly string[], names: Names): string =>
  inShort(ids.map((id) => (id === names.me ? 'you' : names.person(id))));

export function inShort(words: readonly string[]): string {
  if (words.length <= 2) return words.join(' and ');
  return `${words[0]}, ${words[1]} and ${words.length === 3 ? words[2] : `${words.length - 2} more`}`;
}

/** First names alone: beside an avatar, or where there is little room. */
export const inFirstNames = (names: Names): Names => ({
  ...names,
  person: (id) => (id && names.isNamed(id) ? names.person(id).split(/\s+/)[0]! : names.person(id)),
});
