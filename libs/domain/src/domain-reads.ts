import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { groupReads } from './operation/alert-groups/shared/reads.js';
import { subscriptionReads, type EventReads } from './operation/event-subscriptions/reads.js';
import { followerReads, type FollowerReads } from './operation/followers/reads.js';
import { noticeReads, type NoticeReads } from './operation/notices/reads.js';

/** What decisions of all nouns together read besides their own streams: memory, as of `readUpTo`. */
export type DomainReads = EventReads & FollowerReads & NoticeReads;

export const domainReads = (memory: MemoryRows): DomainReads => ({
  ...groupReads(memory),
  ...subscriptionReads(memory),
  ...followerReads(memory),
  ...noticeReads(memory),
});
