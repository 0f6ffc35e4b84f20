import { choiceOf } from '@tocsin/contracts/notices/choices.js';
import { noticeTraits, type NoticeKind } from '@tocsin/contracts/notices/kinds.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { methodFor, wantedBy } from '@tocsin/domain/operation/notices/shared/wanted.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { LRUCache } from 'lru-cache';
import { unanswered } from '../core/call-health.js';
import type { TellDependencies } from '../reactor/tell-person.js';
import type { NoticeWords } from './notice-kind.js';
import { outcomeOfReaders, sendByEvery, sendNotice, type SentNotice } from './send-notice.js';

/** By id of a message and reader: those whom it has reached. */
export interface NoticeDependencies extends TellDependencies {
  readonly reached: LRUCache<string, true>;
}

/** Messages to readers; about as many as are tried again, or given up, at a time. */
const maxRemembered = 10_000;
export const withReached = <D extends TellDependencies>(dependencies: D): D & NoticeDependencies => ({
  ...dependencies,
  reached: new LRUCache<string, true>({ max: maxRemembered }),
});

interface Asked {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly contactMethodId: string | null;
  readonly reader: PersonRow;
  /** On a device the newest about it replaces the others. Absent: none does. */
  readonly about?: string;
}

const noticeOf = (
  { address }: TellDependencies,
  { id, kind, contactMethodId, reader, about = id }: Asked,
  words: NoticeWords,
): SentNotice => ({
  id,
  contactMethodId,
  message: { ...words, link: `${address.url()}${words.link}`, personId: reader.id, about },
  link: { personId: reader.id, kind },
  words: { why: `You get this because “${noticeTraits[kind].word}” is on in your settings.`, press: 'Switch it off' },
});

/** One message of a kind to one person, whose mail ends that kind by its last link. */
export const giveNotice = (dependencies: TellDependencies, asked: Asked, words: NoticeWords): Promise<EffectOutcome> =>
  sendNotice(dependencies, noticeOf(dependencies, asked, words));

/** The active ones of these people who want to hear of it, each once. */
const listReaders = ({ server: { reads } }: TellDependencies, kind: NoticeKind, personIds: readonly string[]): readonly PersonRow[] =>
  [...new Set(personIds)].filter((id) => wantedBy(reads, id, kind) !== null).flatMap((id) => reads.people.get(id) ?? []);

/** A mail server that is away is waited for once, not once for each reader. */
const untilAway = (mailer: Mailer): Mailer => {
  let away: OutgoingFailed | undefined;
  const send: Mailer['send'] = async (mail) => {
    if (away) throw away;
    try {
      return await mailer.send(mail);
    } catch (error) {
      if (error instanceof OutgoingFailed && unanswered.has(error.reason)) away = error;
      throw error;
    }
  };
  return { isConfigured: mailer.isConfigured, send };
};

/**
 * One message of a kind to each of these people, by what they chose. It has an outcome for each reader: only those who were not reached are told when it
 * is tried again.
 */
export const giveNotices = async (
  dependencies: NoticeDependencies,
  { id, kind, about = id }: Pick<Asked, 'id' | 'kind' | 'about'>,
  personIds: readonly string[],
  wordsFor: (reader: PersonRow) => NoticeWords,
): Promise<EffectOutcome> => {
  const { server, reached } = dependencies;
  if (server.held) return { kind: 'unneeded' };
  const once = { ...dependencies, mailer: untilAway(dependencies.mailer) };
  const tell = async (reader: PersonRow): Promise<EffectOutcome> => {
    const noticeId = `${id}.${reader.id}`;
    if (reached.has(noticeId)) return { kind: 'done' };
    const contact = server.reads.contacts.get(reader.id);
    const contactMethodId = methodFor(contact, choiceOf(contact, kind).contactMethodId);
    const notice = noticeOf(dependencies, { id: noticeId, kind, contactMethodId, reader, about }, wordsFor(reader));
    const send = contactMethodId === null && noticeTraits[kind].by === 'every' ? sendByEvery : sendNotice;
    const outcome = await send(once, notice);
    if (outcome.kind === 'done') reached.set(noticeId, true);
    return outcome;
  };
  const outcomes: EffectOutcome[] = [];
  for (const reader of listReaders(dependencies, kind, personIds)) outcomes.push(await tell(reader));
  return outcomeOfReaders(outcomes);
};
