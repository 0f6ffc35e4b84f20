import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { tellPerson, type TellDependencies } from './tell-person.js';

/** Whoever links an account in a chat acts as the person: they hear of it by every other method, and so does the account. */
export const tellOfLinked = async (
  dependencies: TellDependencies,
  { id, data: { personId, contactMethodId } }: RecordedOf<'ContactMethodVerified'>,
): Promise<EffectOutcome> => {
  const { reads } = dependencies.server;
  const person = reads.people.get(personId);
  const linked = reads.contacts.get(personId)?.methods.find((method) => method.contactMethodId === contactMethodId);
  if (!person || !linked) return { kind: 'unneeded' };
  const account = `${contactTraits[linked.kind].word} user ${linked.label ? readablePersonal(linked.label) : ''}`;
  return tellPerson(dependencies, person, {
    id,
    subject: 'Account linked',
    mailSubject: 'Tocsin: an account in a chat was linked to you',
    says: `${account} now acts as ${readablePersonal(person.name)} in Tocsin.`,
    ends: 'If it was not you, remove the account there and change your password.',
  });
};
