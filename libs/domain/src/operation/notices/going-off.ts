import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import type { DataOf } from '@tocsin/kernel/decide/decider.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { NoticeCommand } from './commands.js';
import type { NoticeReads } from './reads.js';
import type { NoticeContext, NoticeDecision, Told } from './state.js';
import { methodFor, wantedBy } from './shared/wanted.js';

const heldBy = ({ held, groups }: NoticeReads, personId: string): number =>
  held.where('holderId', personId).filter(({ groupId }) => groups.get(groupId)?.status === 'acknowledged').length;

/** Tells who went off, while they hold alert groups. Several handoffs at one moment are one message. */
export const tellOfGoingOff = (
  { personId, scheduleId, at, next }: DataOf<NoticeCommand, 'TellOfGoingOff'>,
  { goingOff }: Told,
  { reads, now }: NoticeContext,
): NoticeDecision => {
  const choice = wantedBy(reads, personId, 'going_off');
  if (!choice || goingOff === at || millisBetween(at, now) > noticeLimits.offLate) return [];
  const groups = heldBy(reads, personId);
  if (groups === 0) return [];
  const contactMethodId = methodFor(reads.contacts.get(personId), choice.contactMethodId);
  const about = { kind: 'going_off' as const, at, scheduleId, next: next.slice(0, noticeLimits.schedulesListed), groups };
  return [{ type: 'NoticeGiven', data: { personId, contactMethodId, about } }];
};
