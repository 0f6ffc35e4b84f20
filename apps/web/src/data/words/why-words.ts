import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { WhyGroup, WhyVerdict } from '@tocsin/contracts/why.js';
import { atTime } from '../time/times.js';
import { reasonClause } from './words.js';

/** `sentAt`: when a message of theirs went out first; null where that is not known. */
type Said = Pick<WhyGroup, 'verdict' | 'reason' | 'dueAt'> & { readonly sentAt: string | null };

const because = (says: string, { reason }: Said): string => (reason ? `${says}: ${reasonClause(reason)}.` : `${says}.`);
const due = (says: string, { dueAt }: Said, now: number): string => (dueAt ? `${says} ${atTime(dueAt, now)}.` : `${says} was under way.`);

/** `who` as the subject of a sentence; `was`: “was”, or “were” for “you”. */
const sentences: Readonly<Record<WhyVerdict, (who: string, was: string, said: Said, now: number) => string>> = {
  paged: (who, was, { sentAt }, now) => (sentAt ? `${who} ${was} paged ${atTime(sentAt, now)}.` : `${who} ${was} paged.`),
  waiting: (who, was, said, now) =>
    due(`${who} ${was} being paged, and the next notification ${said.dueAt ? 'was due' : ''}`.trimEnd(), said, now),
  cancelled: (who, was, said) => because(`${who} ${was} not paged`, said),
  not_delivered: (who, was, said) =>
    because(`${who} ${was} not reached: every notification failed`, said).replace(
      ': every notification failed: ',
      ', every notification failed: ',
    ),
  not_reachable: (who, was, said) => because(`${who} ${was} due to be paged, but could not be reached`, said),
  told: (who, was) => `${who} ${was} only notified quietly.`,
  step_skipped: (who, was) => `${who} ${was} not paged: the step that names them was skipped because its conditions were not met.`,
  stopped: (who, was) => `${who} ${was} not paged: the escalation stopped before a step named them.`,
  step_pending: (who, was, said, now) => due(`${who} ${was} not paged: no step had named them, and the next one was due`, said, now),
  not_named: (who, was) => `${who} ${was} not paged: none of the steps taken named them.`,
};

/** Whether a person was paged for an alert group, in a sentence. */
export const whyWords = (said: Said, who: string, now: number): string => {
  const isMe = who === 'you';
  const words = sentences[said.verdict](isMe ? 'You' : who, isMe ? 'were' : 'was', said, now);
  return isMe ? words.replace('named them', 'named you').replace('names them', 'names you') : words;
};

/** When a provider first took a message of one of a person’s pages among these events; null where none did. */
export function firstSent(personId: string, events: readonly Recorded[]): string | null {
  const begun = events.filter(({ type }) => type === 'PageStarted').map(({ data }) => data as FactOf<'PageStarted'>);
  const theirs = new Set(begun.filter((page) => page.personId === personId && !page.quiet).map(({ pageId }) => pageId));
  const isTheirs = ({ type, data }: Recorded) => type === 'AttemptSent' && theirs.has((data as FactOf<'AttemptSent'>).pageId);
  return events.find(isTheirs)?.meta.at ?? null;
}
