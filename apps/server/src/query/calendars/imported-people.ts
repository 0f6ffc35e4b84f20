import { canServe } from '@tocsin/contracts/people/can-serve.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { nameKeyOf } from '@tocsin/domain/rules/names.js';
import type { CalendarEvent } from './parse-calendar.js';

type NamedPerson = Pick<PersonRow, 'id' | 'name' | 'email' | 'state' | 'role'>;

const toWords = (text: string): string =>
  ` ${nameKeyOf(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Whom an event is about; `hasDeclined`: it was about people who all declined. */
export interface EventPeople {
  readonly personIds: readonly string[];
  readonly hasDeclined: boolean;
}

/**
 * People of an event: attendees by address, otherwise people whose address or full name is in the title. A longer name takes precedence over a
 * shorter one that is part of it. Whoever declined is not on call, not even by the title.
 */
export function peopleIn(people: Iterable<NamedPerson>): (event: Pick<CalendarEvent, 'title' | 'attendees'>) => EventPeople {
  const active = [...people]
    .filter((person) => person.state === 'active' && canServe(person))
    .map(({ id, name, email }) => ({ id, name: toWords(readablePersonal(name)), email: readablePersonal(email).toLowerCase() }));
  const byEmail = new Map(active.map(({ id, email }) => [email, id]));
  const byLength = active.filter(({ name }) => name.trim() !== '').toSorted((one, other) => other.name.length - one.name.length);
  const idsOf = (emails: readonly string[]) => [...new Set(emails.flatMap((email) => byEmail.get(email) ?? []))];
  const namedIn = (title: string): readonly string[] => {
    const byAddress = idsOf(title.toLowerCase().match(address) ?? []);
    let remainingTitle = toWords(title.replaceAll(address, ' '));
    const byName = byLength.flatMap(({ id, name }) => {
      if (!remainingTitle.includes(name)) return [];
      remainingTitle = remainingTitle.replaceAll(name, ' ');
      return [id];
    });
    return [...new Set([...byAddress, ...byName])];
  };
  return ({ title, attendees }) => {
    const declined = idsOf(attendees.filter(({ hasDeclined }) => hasDeclined).map(({ email }) => email));
    const accepted = idsOf(attendees.map(({ email }) => email)).filter((id) => !declined.includes(id));
    const personIds = accepted.length > 0 ? accepted : namedIn(title).filter((id) => !declined.includes(id));
    return { personIds, hasDeclined: personIds.length === 0 && declined.length > 0 };
  };
}

const address = /[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*/g;
