import type { ServerParts } from '../../core/server-parts.js';
import { unavailable } from '../answers.js';
import type { SenderEndpoints } from '../endpoints.js';
import type { SenderAnswer } from '../format.js';
import type { RateLimits } from '../../http/rate-limits.js';
import type { AskAboutMail, MailAnswer, ReadMail, ReplyDoor } from './mail-messages.js';

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

interface Dependencies {
  readonly parts: Pick<ServerParts, 'reserve' | 'troubles'>;
  readonly rates: Pick<RateLimits, 'secondsUntilGuess' | 'forgiveGuess'>;
  readonly replies: ReplyDoor;
  readonly isReady: () => boolean;
}

/**
 * An address that answers no page is a guess, as a wrong key is. It is counted before anything is looked up, so that many at once are as bounded as one
 * after the other.
 */
const takeReply = async ({ replies, rates }: Dependencies, key: string, address: string, mail: ReadMail): Promise<MailAnswer> => {
  const seconds = await rates.secondsUntilGuess(address);
  if (seconds !== null) return { code: 451, says: `Too many tries: wait ${seconds} s` };
  const answer = await replies.take(key, mail);
  if (answer.code !== 550) await rates.forgiveGuess(address);
  return answer;
};

/** Hands mails over to the door of senders, whose keys, limits and refusals hold for them, too; and replies to those who carry them out. */
export const mailIntakeOf =
  (dependencies: Dependencies, endpoints: SenderEndpoints): AskAboutMail =>
  async (question) => {
    const { parts, replies, isReady } = dependencies;
    try {
      if (!isReady() || parts.reserve?.isShort) return toMailAnswer(unavailable);
      const { key, address } = question;
      if (replies.isFor(key))
        return question.ask === 'mail'
          ? await takeReply(dependencies, key, address, question.mail)
          : toMailAnswer({ status: 250, body: '' });
      if (question.ask === 'mail') return toMailAnswer(await endpoints.receiveMail(key, address, question.mail));
      return toMailAnswer((await endpoints.refusalOfRecipient(key, address)) ?? { status: 250, body: '' });
    } catch (error) {
      parts.troubles.note('ingest', error);
      return toMailAnswer(unavailable);
    }
  };
