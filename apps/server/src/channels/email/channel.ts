import { duration } from '@tocsin/contracts/duration.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import { createChannel, outcomeOf, type Channel, type ChannelOutcome } from '../channel.js';
import { renderMail, type MailBody } from './render.js';

/** A code is tried a few times only: with this pause for longer than a server that greylists puts it off, usually 5 minutes. */
const greylistingPause = 75 * duration.second;

const pauseAfter = (outcome: ChannelOutcome): ChannelOutcome => {
  const isPutOff = !outcome.ok && outcome.retry && outcome.reason === 'delivery.provider_rejected';
  return isPutOff ? { ...outcome, retryAfter: greylistingPause } : outcome;
};

/** Sends mails through the configured server. `sent` only means that the mail server accepted the mail: more is not known. */
export const emailChannel = ({ calls: { mailer } }: { readonly calls: { readonly mailer: Mailer } }): Channel =>
  createChannel<MailBody>({
    kind: 'email',
    render: renderMail,
    preview: ({ subject: title, text, button }) => ({ title, text, isJson: false, acts: button === null ? [] : [button] }),
    send: async ({ subject, text, html, headers, isCode, idLeftFor }, { address, contactMethodId }, call) => {
      const mail = { to: address, subject, text, html, idLeft: idLeftFor(contactMethodId), headers, ...call };
      const outcome = await outcomeOf(async () => ({ ok: true, state: 'sent', providerId: (await mailer.send(mail)).providerId }));
      return isCode ? pauseAfter(outcome) : outcome;
    },
  });
