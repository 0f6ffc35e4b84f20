import type { NoticeAbout } from '@tocsin/contracts/notices/noun.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { NoticeMessage } from '../deliveries/notes.js';
import type { TellDependencies } from '../reactor/tell-person.js';

export type About<K extends NoticeAbout['kind']> = Extract<NoticeAbout, { readonly kind: K }>;
/** `link`: a path. */
export type NoticeWords = Pick<NoticeMessage, 'subject' | 'lines' | 'link' | 'label'>;

/** What a kind of notice says to its reader. Null: it is no news any more. */
export type WordsOf<K extends NoticeAbout['kind']> = (
  about: About<K>,
  reader: PersonRow,
  dependencies: TellDependencies,
) => Promise<NoticeWords | null> | NoticeWords | null;
