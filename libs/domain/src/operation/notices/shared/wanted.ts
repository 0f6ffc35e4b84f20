import { takesNews } from '@tocsin/contracts/contacts/kinds.js';
import { isUsable, type ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { choiceOf, type NoticeChoice } from '@tocsin/contracts/notices/choices.js';
import type { NoticeKind } from '@tocsin/contracts/notices/kinds.js';
import type { NoticeReads } from '../reads.js';

/** Their choice, if they are active and want to hear of it. */
export const wantedBy = (
  { people, contacts }: Pick<NoticeReads, 'people' | 'contacts'>,
  personId: string,
  kind: NoticeKind,
): NoticeChoice | null => {
  const choice = choiceOf(contacts.get(personId), kind);
  return choice.on && people.get(personId)?.state === 'active' ? choice : null;
};

/** By what somebody is told now; null: by mail. A method that no longer works is replaced by mail. */
export const methodFor = (contact: Pick<ContactRow, 'methods'> | undefined, chosen: string | null): string | null => {
  const method = contact?.methods.find(({ contactMethodId }) => contactMethodId === chosen);
  return method && isUsable(method) && takesNews(method.kind) ? chosen : null;
};
