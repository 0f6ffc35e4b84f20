import { canServe } from '@tocsin/contracts/can-serve.js';
import { readable } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import { nameKeyOf } from '@tocsin/domain/rules/names.js';
import type { CalendarEvent } from './parse-calendar.js';

type Named = Pick<PersonRow, 'id' | 'name' | 'email' | 'state' | 'role'>;

const words = (text: string): string =>
  ` ${nameKeyOf(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/**
 * People of an event: attendees by address, otherwise people whose full name is in the title. A longer name takes precedence over a shorter one that
 * is part of it.
 */
export function peopleIn(people: Iterable<Named>): (event: Pick<CalendarEvent, 'title' | 'emails'>) => readonly string[] {
  const active = [...people]
    .filter((person) => person.state === 'active' && canServe(person))
    .map(({ id, name, email }) => ({ id, name: words(readable(name)), email: readable(email).toLowerCase() }));
  const byEmail = new Map(active.map(({ id, email }) => [email, id]));
  const byLength = active.filter(({ name }) => name.trim() !== '').toSorted((one, other) => other.name.length - one.name.length);
  return ({ title, emails }) => {
    const invited = [...new Set(emails.flatMap((email) => byEmail.get(email) ?? []))];
    if (invited.length > 0) return invited;
    let left = words(title);
    return byLength.flatMap(({ id, name }) => {
      if (!left.includes(name)) return [];
      left = left.replaceAll(name, ' ');
      return [id];
    });
  };
}
