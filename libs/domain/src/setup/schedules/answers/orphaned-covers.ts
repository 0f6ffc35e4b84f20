import type { CoverRequest } from '@tocsin/contracts/schedules/covers.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { isOpen, type Covers } from '../covers/covers-fold.js';
import type { OnCall } from '../shifts/shifts.js';

const isOnCall = ({ personId, from, to }: CoverRequest, { shifts }: Pick<OnCall, 'shifts'>): boolean =>
  shifts.some((shift) => shift.person === personId && shift.from < toMillis(to) && shift.to > toMillis(from));

/** Open cover requests whose requester is no longer on call in that time. */
export const listOrphanedCovers = (covers: Covers, previous: Pick<OnCall, 'shifts'>, next: Pick<OnCall, 'shifts'>): string[] =>
  covers.filter((cover) => isOpen(cover) && isOnCall(cover, previous) && !isOnCall(cover, next)).map(({ coverId }) => coverId);
