import type { ServerParts } from '../../core/server-parts.js';
import { unavailable } from '../answers.js';
import type { SenderEndpoints } from '../endpoints.js';
import type { SenderAnswer } from '../format.js';
import type { AskAboutMail, MailAnswer, ReplyDoor } from './mail-messages.js';

const codes: Readonly<Record<number, number>> = { 401: 550, 403: 550, 404: 550, 413: 552, 429: 451 };

/** The answer of a door in the terms of SMTP. */
export const toMailAnswer = ({ status, body }: SenderAnswer): MailAnswer => {
  if (status < 300) return { code: 250, says: 'Taken' };
  const { detail, title } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly detail?: string;
    readonly title?: string;
  };
  return { code: codes[status] ?? (status >= 500 ? 451 : 554), says: detail ?? title ?? 'Refused' };
};

type Dependencies = Pick<ServerParts, 'reserve' | 'troubles'>;

/** Hands mails over to the door of senders, whose keys, limits and refusals hold for them, too; and replies to those who carry them out. */
export const mailIntakeOf =
  ({ reserve, troubles }: Dependencies, endpoints: SenderEndpoints, replies: ReplyDoor, isReady: () => boolean): AskAboutMail =>
  async (question) => {
    try {
      if (!isReady() || reserve?.isShort) return toMailAnswer(unavailable);
      const { key, address } = question;
      if (replies.isFor(key))
        return question.ask === 'mail' ? await replies.take(key, question.mail) : toMailAnswer({ status: 250, body: '' });
      if (question.ask === 'mail') return toMailAnswer(await endpoints.receiveMail(key, address, question.mail));
      return toMailAnswer((await endpoints.refusalOfRecipient(key, address)) ?? { status: 250, body: '' });
    } catch (error) {
      troubles.note('ingest', error);
      return toMailAnswer(unavailable);
    }
  };
