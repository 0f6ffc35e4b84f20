import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ContactKind } from '@tocsin/contracts/contact-kinds.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { OpenGroup } from './reads.js';

/** Whom an attempt was for, and by what. */
export interface Paged {
  readonly personId: string;
  readonly kind: ContactKind;
  readonly quiet: boolean;
}

/** Of an attempt that began just now: memory has its group. */
export const pagedBy = ({ groupId, pageId, slot }: FactOf<'AttemptStarted'>, memory: MemoryRows): Paged | undefined => {
  const page = memory
    .rows<OpenGroup>('groups')
    .get(groupId)
    ?.pages.find((one) => one.pageId === pageId);
  const attempt = page?.attempts[slot];
  return page && attempt && { personId: page.personId, kind: attempt.kind, quiet: page.quiet };
};
