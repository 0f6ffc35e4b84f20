import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { contactTraits, mailKind } from '@tocsin/contracts/contacts/kinds.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { ChannelsByKind } from '../channels/channels.js';
import { methodOf } from '../deliveries/contact-method.js';
import type { LinkMail } from '../deliveries/link-mail.js';
import { deadlineOf, outcomeOf } from './channel-outcome.js';
import { canMail, sendMails, type MailDependencies } from './mail-people.js';

interface LinkedDependencies extends MailDependencies {
  readonly channels: ChannelsByKind;
}

const mailOf = (says: string, name: string, link: string): LinkMail => ({
  subject: 'Tocsin: an account in a chat was linked to you',
  greeting: `Hello ${name},`,
  says,
  press: 'See your contact methods',
  link,
  ends: 'If it was not you, remove the account there and change your password.',
});

/** Whoever links an account in a chat acts as the person: they hear of it by every other method, and so does the account. */
export const tellOfLinked = async (
  { server, mailer, address, channels }: LinkedDependencies,
  { id, data: { personId, contactMethodId } }: RecordedOf<'ContactMethodVerified'>,
): Promise<EffectOutcome> => {
  const person = server.reads.people.get(personId);
  const methods = server.reads.contacts.get(personId)?.methods ?? [];
  const linked = methods.find((method) => method.contactMethodId === contactMethodId);
  if (server.held || !person || !linked) return { kind: 'unneeded' };
  const [name, link] = [readablePersonal(person.name), `${address.url()}/me`];
  const says = `${contactTraits[linked.kind].word} user ${linked.label ? readablePersonal(linked.label) : ''} now acts as ${name} in Tocsin.`;
  const warning = { subject: 'Account linked', says, link, now: server.clock.now() };
  // first what may be tried again, so that nobody is told twice
  const mailed: EffectOutcome = canMail({ server, mailer })
    ? await sendMails({ mailer }, id, [person], () => mailOf(says, name, link))
    : { kind: 'done' };
  if (mailed.kind === 'failed' && mailed.retry) return mailed;
  const told = methods.filter((method) => isUsable(method) && method.kind !== mailKind && channels[method.kind].canSend('warning'));
  for (const { contactMethodId: methodId } of told) {
    const method = methodOf(server, personId, methodId);
    if (!method) continue;
    const call = () => channels[method.kind].deliver('warning', warning, method, { deadlineMs: deadlineOf(method.kind) });
    await outcomeOf(call, server, method.address);
  }
  return mailed;
};
