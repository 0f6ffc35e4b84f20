import { canServe } from '@tocsin/contracts/can-serve.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import { nameKeyOf } from '@tocsin/domain/rules/names.js';
import type { CalendarEvent } from './parse-calendar.js';

type NamedPerson = Pick<PersonRow, 'id' | 'name' | 'email' | 'state' | 'role'>;

const toWords = (text: string): string =>
  ` ${nameKeyOf(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/**
 * People of an event: attendees by address, otherwise people whose full name is in the title. A longer name takes precedence over a shorter one that
 * is part of it.
 */
export function peopleIn(people: Iterable<NamedPerson>): (event: Pick<CalendarEvent, 'title' | 'emails'>) => readonly string[] {
  const active = [...people]
    .filter((person) => person.state === 'active' && canServe(person))
    .map(({ id, name, email }) => ({ id, name: toWords(readablePersonal(name)), email: readablePersonal(email).toLowerCase() }));
  const byEmail = new Map(active.map(({ id, email }) => [email, id]));
  const byLength = active.filter(({ name }) => name.trim() !== '').toSorted((one, other) => other.name.length - one.name.length);
  return ({ title, emails }) => {
    const byAddress = [...new Set(emails.flatMap((email) => byEmail.get(email) ?? []))];
    if (byAddress.length > 0) return byAddress;
    let remainingTitle = toWords(title);
    return byLength.flatMap(({ id, name }) => {
      if (!remainingTitle.includes(name)) return [];
      remainingTitle = remainingTitle.replaceAll(name, ' ');
      return [id];
    });
  };
}
