import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { WhyGroup, WhyVerdict } from '@tocsin/contracts/why/why.js';
import { atTime } from '../../../data/time/times.js';
import { reasonClause } from '../../messages/shared/reason-words.js';

/** `sentAt`: when a message of theirs went out first; null where that is not known. */
type WhyParts = Pick<WhyGroup, 'verdict' | 'reason' | 'dueAt'> & { readonly sentAt: string | null };

const because = (says: string, { reason }: WhyParts): string => (reason ? `${says}: ${reasonClause(reason)}.` : `${says}.`);
const due = (says: string, { dueAt }: WhyParts, now: number): string =>
  dueAt ? `${says} ${atTime(dueAt, now)}.` : `${says} was in progress.`;

/** `who` as the subject of a sentence; `was`: “was”, or “were” for “you”. */
const sentences: Readonly<Record<WhyVerdict, (who: string, was: string, parts: WhyParts, now: number) => string>> = {
  paged: (who, was, { sentAt }, now) => (sentAt ? `${who} ${was} paged ${atTime(sentAt, now)}.` : `${who} ${was} paged.`),
  waiting: (who, was, parts, now) =>
    due(`${who} ${was} being paged, and the next notification ${parts.dueAt ? 'was due' : ''}`.trimEnd(), parts, now),
  cancelled: (who, was, parts) => because(`${who} ${was} not paged`, parts),
  not_delivered: (who, was, parts) =>
    because(`${who} ${was} not reached: every notification failed`, parts).replace(
      ': every notification failed: ',
      ', every notification failed: ',
    ),
  not_reachable: (who, was, parts) => because(`${who} ${was} due to be paged, but could not be reached`, parts),
  told: (who, was) => `${who} ${was} only notified quietly.`,
  step_skipped: (who, was) => `${who} ${was} not paged: their step was skipped because its conditions were not met.`,
  stopped: (who, was) => `${who} ${was} not paged: the escalation stopped before their step.`,
  step_pending: (who, was, parts, now) => due(`${who} ${was} not paged: no step had paged them yet; the next step was due`, parts, now),
  not_named: (who, was) => `${who} ${was} not paged: none of the steps that ran targets them.`,
};

/** Whether a person was paged for an alert group, in a sentence. */
export const whyWords = (parts: WhyParts, who: string, now: number): string => {
  const isMe = who === 'you';
  const words = sentences[parts.verdict](isMe ? 'You' : who, isMe ? 'were' : 'was', parts, now);
  return isMe ? words.replace('their step', 'your step').replace(/(paged|targets) them/, '$1 you') : words;
};

/** When a provider first took a message of one of a person’s pages among these events; null where none did. */
export function firstSent(personId: string, events: readonly Recorded[]): string | null {
  const startedPages = events.filter(({ type }) => type === 'PageStarted').map(({ data }) => data as FactOf<'PageStarted'>);
  const ownPages = new Set(startedPages.filter((page) => page.personId === personId && !page.quiet).map(({ pageId }) => pageId));
  const isOwn = ({ type, data }: Recorded) => type === 'AttemptSent' && ownPages.has((data as FactOf<'AttemptSent'>).pageId);
  return events.find(isOwn)?.meta.at ?? null;
}
