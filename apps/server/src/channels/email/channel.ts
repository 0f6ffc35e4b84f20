import { duration } from '@tocsin/contracts/duration.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import { createChannel, outcomeOf, type Channel, type ChannelOutcome } from '../channel.js';
import type { Macs } from '../../secrets/macs.js';
import { mailReplyKey } from '../../secrets/mail-reply.js';
import type { ChannelDependencies } from '../dependencies.js';
import { renderMail, type MailBody } from './render.js';

/** A code is tried a few times only: with this pause for longer than a server that greylists puts it off, usually 5 minutes. */
const greylistingPause = 75 * duration.second;

const pauseAfter = (outcome: ChannelOutcome): ChannelOutcome => {
  const isPutOff = !outcome.ok && outcome.retry && outcome.reason === 'delivery.provider_rejected';
  return isPutOff ? { ...outcome, retryAfter: greylistingPause } : outcome;
};

export interface EmailDependencies {
  readonly calls: { readonly mailer: Mailer };
  readonly server: { readonly config: Pick<ChannelDependencies['server']['config'], 'mailPort'>; readonly vault: Macs };
}

/** How a page is answered by mail, where this server takes mails. */
const replyParts = (
  { config, vault }: EmailDependencies['server'],
  { answered, takes, text, headers }: MailBody,
): Pick<MailBody, 'text' | 'headers'> => {
  const host = answered === null ? '' : new URL(answered).hostname;
  if (answered === null || config.mailPort === null || !/[a-z]/i.test(host.split('.').at(-1) ?? '')) return { text, headers };
  const address = `${mailReplyKey(vault, answered.slice(answered.lastIndexOf('/') + 1))}@${host}`;
  return { text: `${text}\n\n${takes}`, headers: { ...headers, 'Reply-To': address } };
};

/** Sends mails through the configured server. `sent` only means that the mail server accepted the mail: more is not known. */
export const emailChannel = ({ calls: { mailer }, server }: EmailDependencies): Channel =>
  createChannel<MailBody>({
    kind: 'email',
    render: renderMail,
    preview: ({ subject: title, text, button }) => ({ title, text, isJson: false, acts: button === null ? [] : [button] }),
    send: async (body, { address, contactMethodId }, call) => {
      const { subject, html, isCode, idLeftFor } = body;
      const mail = { to: address, subject, html, idLeft: idLeftFor(contactMethodId), ...replyParts(server, body), ...call };
      const outcome = await outcomeOf(async () => ({ ok: true, state: 'sent', providerId: (await mailer.send(mail)).providerId }));
      return isCode ? pauseAfter(outcome) : outcome;
    },
  });
