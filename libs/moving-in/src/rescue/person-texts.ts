import { fieldsOf, type System } from './source.js';

const addressFields = new Set(['to', 'address', 'phone_number', 'email_address', 'phoneNumber']);
/** Shorter texts name nobody. */
const leastLength = 4;

/** All texts in a person’s row, or in answers about them, that name or reach them. */
export function textsAbout(system: System, value: unknown): readonly string[] {
  const named = new Set([...system.people.names, ...addressFields]);
  if (Array.isArray(value)) return value.flatMap((one) => textsAbout(system, one));
  return Object.entries(fieldsOf(value)).flatMap(([field, one]) => {
    if (typeof one === 'object') return textsAbout(system, one);
    return named.has(field) && typeof one === 'string' && one.length >= leastLength ? [one] : [];
  });
}

interface About {
  readonly id: string;
  readonly pseudonym: string;
  readonly texts: readonly string[];
}

/** A copy of a value in which the person’s id is a pseudonym and what names or reaches them is gone, in keys and sentences too. */
export function forgetterOf({ id, pseudonym, texts }: About): (value: unknown) => unknown {
  const longestFirst = [...new Set(texts)].toSorted((one, other) => other.length - one.length);
  const inWords = '[\\p{L}\\p{N}_%+@-]';
  const named =
    longestFirst.length === 0
      ? null
      : new RegExp(`(?<!${inWords}|\\p{L}\\.)(?:${longestFirst.map(escape).join('|')})(?!${inWords})`, 'giu');
  const ofText = (text: string) => {
    const known = text.replaceAll(id, pseudonym);
    return named === null ? known : known.replace(named, '[forgotten]');
  };
  const of = (value: unknown): unknown => {
    if (typeof value === 'string') return ofText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(of);
    return Object.fromEntries(Object.entries(value).map(([field, one]) => [ofText(field), of(one)]));
  };
  return of;
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The person’s own row has nothing but the pseudonym. */
export function blankPerson(body: unknown, system: System, about: Pick<About, 'id'>): unknown {
  if (Array.isArray(body)) return body.map((one) => blankPerson(one, system, about));
  if (typeof body !== 'object' || body === null) return body;
  if (fieldsOf(body)[system.people.id] === about.id) return { [system.people.id]: about.id, $forgotten: true };
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, blankPerson(value, system, about)]));
}
