import { isErased } from '@tocsin/contracts/ids.js';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { linkHtml, linkText, type LinkMail } from '../deliveries/link-mail.js';
import type { ReactorServerParts, DisplayedAddress } from '../core/server-reach.js';

export interface MailDependencies {
  readonly server: ReactorServerParts;
  readonly mailer: Mailer;
  readonly address: DisplayedAddress;
}

export const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Whether a mail can be sent. Otherwise only the screens show it. */
export const canMail = ({ server, mailer }: Pick<MailDependencies, 'server' | 'mailer'>): boolean => mailer.isConfigured && !server.held;

/**
 * One mail to each person, one after the other, each with its own text. A retry sends to all of them again, under the same message
 * ids.
 */
export async function sendMails(
  { mailer }: Pick<MailDependencies, 'mailer'>,
  eventId: string,
  people: readonly PersonRow[],
  mailTo: (person: PersonRow) => LinkMail,
): Promise<EffectOutcome> {
  try {
    for (const person of people) {
      const { id, email: to } = person;
      if (isErased(to)) continue;
      const mail = mailTo(person);
      const idLeft = `${eventId}.${id}`;
      const message = { to, subject: mail.subject, text: linkText(mail), html: linkHtml(mail), idLeft, headers: automatic };
      await mailer.send({ ...message, deadlineMs: mailServerLimits.smtpDeadline });
    }
    return { kind: people.length > 0 ? 'done' : 'unneeded' };
  } catch (error) {
    if (!(error instanceof OutgoingFailed)) throw error;
    return { kind: 'failed', reason: error.reason, retry: error.retry };
  }
}
