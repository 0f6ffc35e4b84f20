import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { readablePersonal, type Personal } from '@tocsin/contracts/ids.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { tellPerson, type TellDependencies } from './tell-person.js';

/** Whoever links an account in a chat acts as the person: they hear of it by every method. */
const tell = async (
  dependencies: TellDependencies,
  id: string,
  personId: string,
  { kind, label }: { readonly kind: ContactKind; readonly label?: Personal<string> | undefined },
): Promise<EffectOutcome> => {
  const person = dependencies.server.reads.people.get(personId);
  if (!person) return { kind: 'unneeded' };
  const account = `${contactTraits[kind].word} user ${readablePersonal(label)}`;
  return tellPerson(dependencies, person, {
    id,
    subject: 'Account linked',
    mailSubject: 'Tocsin: an account in a chat was linked to you',
    says: `${account} now acts as ${readablePersonal(person.name)} in Tocsin.`,
    ends: 'If it was not you, remove the account there and change your password.',
  });
};

/** The account is a method, too, so it hears of it itself. */
export const tellOfLinked = async (
  dependencies: TellDependencies,
  { id, data: { personId, contactMethodId } }: RecordedOf<'ContactMethodVerified'>,
): Promise<EffectOutcome> => {
  const { methods = [] } = dependencies.server.reads.contacts.get(personId) ?? {};
  const linked = methods.find((method) => method.contactMethodId === contactMethodId);
  return linked ? tell(dependencies, id, personId, linked) : { kind: 'unneeded' };
};

/** The account is no method: its owner was shown the code. */
export const tellOfChatAccount = async (
  dependencies: TellDependencies,
  { id, data: { personId, chat, label } }: RecordedOf<'ChatAccountLinked'>,
): Promise<EffectOutcome> => tell(dependencies, id, personId, { kind: chat, label });
