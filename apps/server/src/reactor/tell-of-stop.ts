import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { duration } from '@tocsin/contracts/duration.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { canMail, sendMails } from './mail-people.js';
import { tellPerson, type TellDependencies } from './tell-person.js';

/** The managers of the teams in whose schedules the person is on call now, or from the next change on, if that is within a day. */
const managersOf = ({ server: { clock, reads } }: TellDependencies, personId: string): readonly PersonRow[] => {
  const until = addMillis(clock.now(), duration.day);
  const isOnCall = ({ removed, people, next, nextAt }: OnCallRow): boolean =>
    !removed && (people.some((duty) => duty.personId === personId) || (nextAt !== null && nextAt <= until && next.includes(personId)));
  const teams = new Set([...reads.onCall.all()].filter(isOnCall).map(({ teamId }) => teamId));
  const managers = [...teams].flatMap((teamId) => reads.teams.get(teamId)?.members.filter(({ role }) => role === 'manager') ?? []);
  return [...new Set(managers.map((manager) => manager.personId))]
    .filter((id) => id !== personId)
    .flatMap((id) => reads.people.get(id) ?? [])
    .filter(({ state }) => state === 'active');
};

/** A number that wants no more messages can’t page its person: they hear of it by every other method, and their managers where it matters now. */
export const tellOfStop = async (
  dependencies: TellDependencies,
  { id, data: { personId, contactMethodId, reason } }: RecordedOf<'ContactMethodDisabled'>,
): Promise<EffectOutcome> => {
  const { reads } = dependencies.server;
  const person = reads.people.get(personId);
  const method = reads.contacts.get(personId)?.methods.find((one) => one.contactMethodId === contactMethodId);
  if (reason !== 'delivery.opted_out' || !person || !method) return { kind: 'unneeded' };
  const name = readablePersonal(person.name);
  const by = contactTraits[method.kind].word;
  const told = await tellPerson(dependencies, person, {
    id,
    subject: `No more pages by ${by}`,
    mailSubject: `Tocsin: you get no more pages by ${by}`,
    says: `Your phone asked for no more messages by ${by}, so pages no longer go there.`,
    ends: 'If it was not you, somebody else may have the number: remove it. Otherwise verify it again in your contact methods.',
  });
  const managers = managersOf(dependencies, personId);
  if ((told.kind === 'failed' && told.retry) || managers.length === 0 || !canMail(dependencies)) return told;
  const link = `${dependencies.address.url()}/people/${personId}`;
  return sendMails(dependencies, `${id}.managers`, managers, (manager) => ({
    subject: `${name} gets no more pages by ${by}`,
    greeting: `Hello ${readablePersonal(manager.name)},`,
    says: `${name}, who is on call now or within 24 hours, gets no more pages by ${by}: their phone asked for no more messages.`,
    press: 'Check how they can be paged',
    link,
    ends: 'No one is paged for this.',
  }));
};
