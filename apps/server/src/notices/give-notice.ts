import { choiceOf } from '@tocsin/contracts/notices/choices.js';
import { noticeTraits, type NoticeKind } from '@tocsin/contracts/notices/kinds.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { methodFor, wantedBy } from '@tocsin/domain/operation/notices/shared/wanted.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { TellDependencies } from '../reactor/tell-person.js';
import type { NoticeWords } from './notice-kind.js';
import { sendNotice, sendToDevices, type SentNotice } from './send-notice.js';

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

/**
 * One message of a kind to each of these people, by what they chose. Mails first: what fails there is tried again with the same ids, so that nobody is
 * told twice.
 */
export const giveNotices = async (
  dependencies: TellDependencies,
  { id, kind, about = id }: Pick<Asked, 'id' | 'kind' | 'about'>,
  personIds: readonly string[],
  wordsFor: (reader: PersonRow) => NoticeWords,
): Promise<EffectOutcome> => {
  const { server } = dependencies;
  let outcome: EffectOutcome = { kind: 'unneeded' };
  if (server.held) return outcome;
  const notices = listReaders(dependencies, kind, personIds).map((reader) => {
    const contact = server.reads.contacts.get(reader.id);
    const contactMethodId = methodFor(contact, choiceOf(contact, kind).contactMethodId);
    return noticeOf(dependencies, { id: `${id}.${reader.id}`, kind, contactMethodId, reader, about }, wordsFor(reader));
  });
  const mails = notices.filter(({ contactMethodId }) => contactMethodId === null);
  for (const notice of [...mails, ...notices.filter((one) => !mails.includes(one))]) {
    const told = await sendNotice(dependencies, notice);
    if (told.kind === 'failed' && told.retry) return told;
    // an address that never works keeps nobody else from hearing
    if (told.kind !== 'unneeded') outcome = told;
  }
  if (noticeTraits[kind].by !== 'every') return outcome;
  for (const notice of mails) if (await sendToDevices(dependencies, notice)) outcome = { kind: 'done' };
  return outcome;
};
