import { noticeTraits, type NoticeKind } from '@tocsin/contracts/notices/kinds.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import type { TellDependencies } from '../reactor/tell-person.js';
import type { NoticeWords } from './notice-kind.js';
import { sendNotice } from './send-notice.js';

interface Asked {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly contactMethodId: string | null;
  readonly reader: PersonRow;
  /** On a device the newest about it replaces the others. Absent: none does. */
  readonly about?: string;
}

/** One message of a kind to one person, whose mail ends that kind by its last link. */
export const giveNotice = (
  dependencies: TellDependencies,
  { id, kind, contactMethodId, reader, about = id }: Asked,
  words: NoticeWords,
): Promise<EffectOutcome> => {
  const { word } = noticeTraits[kind];
  return sendNotice(dependencies, {
    id,
    contactMethodId,
    message: { ...words, link: `${dependencies.address.url()}${words.link}`, personId: reader.id, about },
    link: { personId: reader.id, kind },
    words: { why: `You get this because “${word}” is on in your settings.`, press: 'Switch it off' },
  });
};
