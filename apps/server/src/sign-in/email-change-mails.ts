import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { DeliveryReason } from '@tocsin/contracts/alert-groups/delivery-reasons.js';
import { isErased, readablePersonal } from '@tocsin/contracts/ids.js';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import type { RecordEmailChangeMail } from '@tocsin/domain/setup/people/commands.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { linkHtml, linkText, type LinkMail } from '../deliveries/link-mail.js';
import { formatWallClock } from '../deliveries/times.js';
import type { ReactorServerParts, DisplayedAddress } from '../core/server-reach.js';
import type { EventEffects } from '../core/event-effect-table.js';
import { emailChangeCode } from '../secrets/email-change-code.js';

interface EmailChangeDependencies {
  readonly server: ReactorServerParts;
  readonly mailer: Mailer;
  readonly address: DisplayedAddress;
}

const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

type MailOutcome = { readonly outcome: 'sent' } | { readonly outcome: 'failed'; readonly reason: DeliveryReason; readonly detail: string };

const unneededOutcome: EffectOutcome = { kind: 'unneeded' };

const send = ({ mailer }: EmailChangeDependencies, eventId: string, to: string, mail: LinkMail): Promise<unknown> =>
  mailer.send({
    to,
    subject: mail.subject,
    text: linkText(mail),
    html: linkHtml(mail),
    headers: automatic,
    idLeft: eventId,
    deadlineMs: mailServerLimits.smtpDeadline,
  });

/** Why it was not sent. An error that is not the mail server’s answer is a bug, and is thrown. */
const failureOf = (error: unknown, to: string) => {
  if (!(error instanceof OutgoingFailed)) throw error;
  return { reason: error.reason, retry: error.retry, detail: error.detail.replaceAll(to, '(the address)').slice(0, 500) };
};

/** The code goes to the new address, which is the person’s only once they have entered it. */
const sendCode = async (dependencies: EmailChangeDependencies, { id, data }: RecordedOf<'EmailChangeAsked'>): Promise<EffectOutcome> => {
  const { server, address, mailer } = dependencies;
  const { personId, email, expiresAt } = data;
  const person = server.reads.people.get(personId);
  if (!person || isErased(email) || server.held || person.emailChange?.expiresAt !== expiresAt) return unneededOutcome;
  const toRecordCommand = (outcome: MailOutcome): RecordEmailChangeMail => ({
    type: 'RecordEmailChangeMail',
    data: { personId, expiresAt, ...outcome },
  });
  if (!mailer.isConfigured)
    return {
      kind: 'failed',
      reason: 'delivery.not_configured',
      retry: false,
      record: toRecordCommand({ outcome: 'failed', reason: 'delivery.not_configured', detail: '' }),
    };
  const code = emailChangeCode(server.vault, personId, email, expiresAt);
  try {
    await send(dependencies, id, email, {
      subject: `${code} is your code to change your e-mail address in Tocsin`,
      greeting: `Hello ${readablePersonal(person.name)},`,
      says: `enter the code ${code} in your settings to sign in with this address from now on.`,
      press: 'Open my settings',
      link: `${address.url()}/me#email`,
      ends: `The code works until ${formatWallClock(expiresAt, person.timeZone)}. If you did not request it, ignore this e-mail.`,
    });
    return { kind: 'done', record: toRecordCommand({ outcome: 'sent' }) };
  } catch (error) {
    const { reason, retry, detail } = failureOf(error, email);
    return { kind: 'failed', reason, retry, record: toRecordCommand({ outcome: 'failed', reason, detail }) };
  }
};

/** Notifies the earlier address, so that a change that the person did not make is noticed. Does not name the new address. */
const tellEarlier = async (
  dependencies: EmailChangeDependencies,
  { id, data, meta }: RecordedOf<'EmailChanged'>,
): Promise<EffectOutcome> => {
  const { server, address, mailer } = dependencies;
  const { personId, earlierEmail } = data;
  const person = server.reads.people.get(personId);
  if (!person || isErased(earlierEmail) || server.held || !mailer.isConfigured) return unneededOutcome;
  try {
    await send(dependencies, id, earlierEmail, {
      subject: 'Your e-mail address in Tocsin was changed',
      greeting: `Hello ${readablePersonal(person.name)},`,
      says: `on ${formatWallClock(meta.at, person.timeZone)} your sign-in address was changed. You can no longer sign in with this one.`,
      press: 'Open Tocsin',
      link: address.url(),
      ends: 'If this was not you, tell an owner of your Tocsin immediately: they can end all your sessions.',
    });
    return { kind: 'done' };
  } catch (error) {
    const { reason, retry } = failureOf(error, earlierEmail);
    return { kind: 'failed', reason, retry };
  }
};

/** Mails about a change of the address that a person signs in with. */
export const createEmailChangeMailEffects = (dependencies: EmailChangeDependencies): EventEffects => ({
  EmailChangeAsked: (event) => sendCode(dependencies, event),
  EmailChanged: (event) => tellEarlier(dependencies, event),
});
