import { mailKind } from '@tocsin/contracts/contacts/kinds.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { ChannelsByKind } from '../channels/channels.js';
import { methodOf } from '../deliveries/contact-method.js';
import { deadlineOf, outcomeOf } from './channel-outcome.js';
import { canMail, sendMails, type MailDependencies } from './mail-people.js';

export interface TellDependencies extends MailDependencies {
  readonly channels: ChannelsByKind;
}

/** What people hear about what messages go by. */
interface News {
  /** Of what asked for it: the idempotency key of the mail. */
  readonly id: string;
  readonly subject: string;
  readonly mailSubject: string;
  readonly says: string;
  readonly ends: string;
  /** What the link leads to, and its words. Absent: their contact methods. */
  readonly press?: string;
  readonly path?: string;
}

/** By every method that works, but mail. */
const warn = async (
  { server, channels }: Pick<TellDependencies, 'server' | 'channels'>,
  personId: string,
  content: { readonly subject: string; readonly says: string; readonly link: string },
): Promise<void> => {
  const methods = server.reads.contacts.get(personId)?.methods ?? [];
  const told = methods.filter((method) => isUsable(method) && method.kind !== mailKind && channels[method.kind].canSend('warning'));
  for (const { contactMethodId } of told) {
    const method = methodOf(server, personId, contactMethodId);
    if (!method) continue;
    const call = () =>
      channels[method.kind].deliver('warning', { ...content, now: server.clock.now() }, method, { deadlineMs: deadlineOf(method.kind) });
    await outcomeOf(call, server, method);
  }
};

/** Tells a person by mail and by every method that works. */
export const tellPerson = async (dependencies: TellDependencies, person: PersonRow, news: News): Promise<EffectOutcome> => {
  const { server, mailer, address } = dependencies;
  if (server.held) return { kind: 'unneeded' };
  const { id, mailSubject: subject, says, ends, press = 'See your contact methods', path = '/me' } = news;
  const link = `${address.url()}${path}`;
  const mailTo = ({ name }: PersonRow) => ({ subject, greeting: `Hello ${readablePersonal(name)},`, says, press, link, ends });
  // first what may be tried again, so that nobody is told twice
  const mailed: EffectOutcome = canMail({ server, mailer }) ? await sendMails({ mailer }, id, [person], mailTo) : { kind: 'done' };
  if (mailed.kind === 'failed' && mailed.retry) return mailed;
  await warn(dependencies, person.id, { subject: news.subject, says, link });
  return mailed;
};
