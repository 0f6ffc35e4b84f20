import { mailKind, takesNews } from '@tocsin/contracts/contacts/kinds.js';
import { isUsable } from '@tocsin/contracts/contacts/rows.js';
import { isErased } from '@tocsin/contracts/ids.js';
import * as mailServerLimits from '@tocsin/contracts/mail-server/limits.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { methodOf } from '../deliveries/contact-method.js';
import type { NoticeMessage } from '../deliveries/notes.js';
import { quietHtml, quietText, type QuietMail } from '../deliveries/quiet-mail.js';
import { deadlineOf, outcomeOf } from '../reactor/channel-outcome.js';
import { automatic, canMail } from '../reactor/mail-people.js';
import type { TellDependencies } from '../reactor/tell-person.js';
import { quietSecret, type QuietLink } from '../secrets/quiet-links.js';

/** One quiet message to one person. */
export interface SentNotice {
  /** Of the event that asked for it: the idempotency key of the mail. */
  readonly id: string;
  /** As decided. Null: by mail, to the address of their account. */
  readonly contactMethodId: string | null;
  readonly message: NoticeMessage;
  /** What the link in the mail ends, and its words. */
  readonly link: QuietLink;
  readonly words: Pick<QuietMail, 'why' | 'press'>;
}

const mailTo = async (dependencies: TellDependencies, { id, message, link, words }: SentNotice): Promise<EffectOutcome> => {
  const { server, mailer, address } = dependencies;
  const person = server.reads.people.get(message.personId);
  if (!canMail(dependencies) || !person || isErased(person.email)) return { kind: 'unneeded' };
  const stop = `${address.url()}/unfollow/${quietSecret(server.vault, link)}`;
  const mail: QuietMail = { ...message, ...words, stop };
  const headers = { ...automatic, 'List-Unsubscribe': `<${stop}>` };
  const parts = { to: person.email, subject: message.subject, text: quietText(mail), html: quietHtml(mail), idLeft: id, headers };
  try {
    await mailer.send({ ...parts, deadlineMs: mailServerLimits.smtpDeadline });
    return { kind: 'done' };
  } catch (error) {
    if (!(error instanceof OutgoingFailed)) throw error;
    return { kind: 'failed', reason: error.reason, retry: error.retry };
  }
};

/** The first outcome of the first kind of these that there is. */
const pick = (outcomes: readonly EffectOutcome[], ...order: readonly ((outcome: EffectOutcome) => boolean)[]): EffectOutcome =>
  order.flatMap((isOne) => outcomes.find(isOne) ?? [])[0] ?? { kind: 'unneeded' };

const isDone = ({ kind }: EffectOutcome): boolean => kind === 'done';
const isTriedAgain = (outcome: EffectOutcome): boolean => outcome.kind === 'failed' && outcome.retry;
const hasFailed = ({ kind }: EffectOutcome): boolean => kind === 'failed';

/** Of one message by several ways: one that worked is enough. */
const outcomeOfWays = (outcomes: readonly EffectOutcome[]): EffectOutcome => pick(outcomes, isDone, isTriedAgain, hasFailed);
/** Of several readers: it is tried again for those who were not reached. An address that never works keeps nobody else from hearing. */
export const outcomeOfReaders = (outcomes: readonly EffectOutcome[]): EffectOutcome => pick(outcomes, isTriedAgain, isDone, hasFailed);

/** Done if it arrived there, or perhaps did. What fails for good shows at the method. */
const deliverBy = async (
  { server, channels }: TellDependencies,
  message: NoticeMessage,
  contactMethodId: string,
): Promise<EffectOutcome> => {
  const method = methodOf(server, message.personId, contactMethodId);
  if (!method || !channels[method.kind].canSend('notice')) return { kind: 'unneeded' };
  const call = () => channels[method.kind].deliver('notice', message, method, { deadlineMs: deadlineOf(method.kind) });
  const outcome = await outcomeOf(call, server, method);
  if (outcome.ok || outcome.reason === 'delivery.outcome_unknown') return { kind: 'done' };
  return outcome.retry ? { kind: 'failed', reason: outcome.reason, retry: true } : { kind: 'unneeded' };
};

/** By what the person chose. A method that fails is replaced by mail: nobody is told twice. */
export const sendNotice = async (dependencies: TellDependencies, notice: SentNotice): Promise<EffectOutcome> => {
  const { contactMethodId, message } = notice;
  const chosen: EffectOutcome = contactMethodId === null ? { kind: 'unneeded' } : await deliverBy(dependencies, message, contactMethodId);
  return isDone(chosen) ? chosen : outcomeOfWays([await mailTo(dependencies, notice), chosen]);
};

/** By mail, then by every method that takes news: also while mail fails, which may be what is lost. */
export const sendByEvery = async (dependencies: TellDependencies, notice: SentNotice): Promise<EffectOutcome> => {
  const { message } = notice;
  const { methods = [] } = dependencies.server.reads.contacts.get(message.personId) ?? {};
  const outcomes = [await mailTo(dependencies, notice)];
  for (const method of methods.filter((one) => isUsable(one) && one.kind !== mailKind && takesNews(one.kind)))
    outcomes.push(await deliverBy(dependencies, message, method.contactMethodId));
  return outcomeOfWays(outcomes);
};
