import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { AlertGroupFact } from '@tocsin/contracts/alert-groups/events.js';
import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { eventWordsOf } from '@tocsin/contracts/event-kinds.js';
import { readablePersonal, type Personal } from '@tocsin/contracts/ids.js';
import { redactedText } from '@tocsin/contracts/redactions/noun.js';
import type { FileTexts } from './file-texts.js';

export const actorIn = ({ kind, id }: Actor, texts: FileTexts): string => {
  if (kind === 'person') return texts.person(id);
  return { token: 'A program', sender: 'The source', system: 'Tocsin' }[kind];
};
export const holderIn = (holder: Holder | null, texts: FileTexts): string =>
  holder === null
    ? 'No one'
    : holder.kind === 'person'
      ? texts.person(holder.personId)
      : holder.kind === 'token'
        ? 'A program'
        : 'The source';

const written = (text: Personal<string>, texts: FileTexts): string => texts.clean(readablePersonal(text, redactedText));

type Facts = { readonly [F in AlertGroupFact as F['type']]: F['data'] };
interface Told {
  readonly by: string;
  readonly ladder: LadderRow | undefined;
  readonly texts: FileTexts;
}
type Words = { readonly [T in keyof Facts]?: (data: Facts[T], told: Told) => string };

/** `Person A by e-mail`: the recipient of an attempt. */
const toWhom = ({ pageId, attemptId }: { pageId: string; attemptId: string | null }, { ladder, texts }: Told): string => {
  const page = ladder?.pages.find((one) => one.pageId === pageId);
  const kind = page?.attempts.find((one) => one.attemptId === attemptId)?.kind;
  return `${page ? texts.person(page.personId) : 'someone'}${kind ? ` by ${contactTraits[kind].word}` : ''}`;
};

/** What happened, in a sentence. Events that are not listed here say their name. */
const words: Words = {
  AlertGroupOpened: ({ title, urgency }, { texts }) => `Opened: ${written(title, texts)} (${urgency} urgency).`,
  AlertsFired: ({ alerts }, { texts }) =>
    `Firing, too: ${alerts
      .slice(0, 5)
      .map(({ name }) => texts.clean(name))
      .join(', ')}${alerts.length > 5 ? ` and ${alerts.length - 5} more` : ''}.`,
  AlertsResolved: ({ fingerprints }) => `${fingerprints.length || 'Several'} alerts resolved.`,
  AlertGroupAcknowledged: ({ holder }, { texts }) => `${holderIn(holder, texts)} acknowledged.`,
  AlertGroupSnoozed: ({ holder }, { texts }) => `${holderIn(holder, texts)} snoozed it.`,
  AlertGroupTakenOver: ({ holder }, { texts }) => `${holderIn(holder, texts)} took over.`,
  ResponderJoined: ({ personId }, { texts }) => `${texts.person(personId)} joined.`,
  AlertGroupResolved: (_data, { by }) => `${by} resolved it.`,
  AlertGroupReopened: (_data, { by }) => `${by} reopened it.`,
  NoteAdded: ({ text }, { by, texts }) => `${by}: ${written(text, texts)}`,
  EscalationStepTaken: ({ step }) => `Step ${step} was taken.`,
  PageStarted: ({ personId }, { texts }) => `Paging ${texts.person(personId)}.`,
  PageAnswered: ({ personId }, { texts }) => `${texts.person(personId)} answered their page.`,
  PageFailed: ({ personId }, { texts }) => `${texts.person(personId)} could not be reached.`,
  AttemptSent: (data, told) => `Sent to ${toWhom(data, told)}.`,
  AttemptDelivered: (data, told) => `Delivered to ${toWhom(data, told)}.`,
  AttemptRead: (data, told) => `Read: ${toWhom(data, told)}.`,
  AttemptFailed: (data, told) => `Failed: ${toWhom(data, told)}.`,
};

export const eventIn = ({ type, data, meta }: Recorded, ladder: LadderRow | undefined, texts: FileTexts): string => {
  const say = (words as Readonly<Record<string, ((data: unknown, told: Told) => string) | undefined>>)[type];
  const by = actorIn(meta.actor, texts);
  if (say) return say(data, { by, ladder, texts });
  return `${eventWordsOf(type)}${meta.actor.kind === 'person' ? ` (${by})` : ''}.`;
};
