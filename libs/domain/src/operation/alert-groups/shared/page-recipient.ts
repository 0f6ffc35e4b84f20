import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { OpenGroup } from './reads.js';

/** Who an attempt was for, and by which method. */
export interface PageRecipient {
  readonly personId: string;
  readonly kind: ContactKind;
  readonly quiet: boolean;
}

/** For an attempt that has just begun, so that memory has its group. */
export const recipientOf = ({ groupId, pageId, slot }: FactOf<'AttemptStarted'>, memory: MemoryRows): PageRecipient | undefined => {
  const page = memory
    .rows<OpenGroup>('groups')
    .get(groupId)
    ?.pages.find((one) => one.pageId === pageId);
  const attempt = page?.attempts[slot];
  return page && attempt && { personId: page.personId, kind: attempt.kind, quiet: page.quiet };
};
