import { nameKeyOf } from '../../rules/names.js';
import type { Remarks } from './settings.js';

const longest = 80;
/** Breaks a line, is half a character, or turns the text around it to the other side. */
const harmful = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** At most so many UTF-16 units, without half a character. */
const cut = (text: string, length: number): string => {
  let taken = '';
  for (const character of text) {
    if (taken.length + character.length > length) break;
    taken += character;
  }
  return taken.trim();
};

/** A name as Tocsin takes it. */
export function fittingName(name: string, instead: string): string {
  const plain = cut(name.replaceAll(harmful, ' ').replaceAll(/\s+/g, ' ').trim(), longest);
  return visible.test(plain) ? plain : instead;
}

interface Named {
  readonly id: string;
  readonly name: string;
  /** What its name is unique in. */
  readonly within: string;
}

/** Names by id, each unique in what it belongs to: there two may have the same. */
export function fittingNames(rows: readonly Named[], word: string, remarks: Remarks): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    rows.map(({ id, name, within }) => {
      const plain = fittingName(name, word);
      let fitting = plain;
      for (let n = 2; taken.has(`${within} ${nameKeyOf(fitting)}`); n += 1) fitting = `${cut(plain, longest - 6)} ${n}`;
      taken.add(`${within} ${nameKeyOf(fitting)}`);
      if (fitting !== name.trim()) remarks.add('changed', 'name', `${word} “${name}” is “${fitting}”`);
      return [id, fitting] as const;
    }),
  );
}
