import type { NoticeFact } from '@tocsin/contracts/notices/noun.js';
import type { Decider, DataOf } from '@tocsin/kernel/decide/decider.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { isSystem } from '../../rules/permissions.js';
import { isSendingNothing } from '../event-subscriptions/shared/sending-since.js';
import type { NoticeCommand } from './commands.js';
import { lookForGaps } from './gaps.js';
import { tellOfGoingOn } from './going-on.js';
import { tellOfMovedShifts } from './moved-shifts.js';
import type { NoticeReads } from './reads.js';
import { evolveTold, nothingTold, type NoticeContext, type NoticeDecision, type Told } from './state.js';
import { methodFor, wantedBy } from './shared/wanted.js';

const heldBy = ({ held, groups }: NoticeReads, personId: string): number =>
  held.where('holderId', personId).filter(({ groupId }) => groups.get(groupId)?.status === 'acknowledged').length;

/** Tells who went off, while they hold alert groups. Several handoffs at one moment are one message. */
const tellOfGoingOff = (
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

/** Nothing is decided while nothing is sent: it would be told late, or twice. */
const whileSending =
  <Data>(decide: (data: Data, told: Told, context: NoticeContext) => NoticeDecision) =>
  (data: Data, told: Told, context: NoticeContext): NoticeDecision =>
    isSystem(context) && !isSendingNothing(context.reads.sendingSince) ? decide(data, told, context) : [];

const scheduleIdOf = ({ scheduleId }: { readonly scheduleId: string }): string => scheduleId;

/** Messages that are no page: the stream `notices-<id>` of a schedule, or of a person. One event for each person who is told, so that each is told once. */
export const noticesDecider: Decider<Told, NoticeCommand, NoticeFact, NoticeReads> = {
  category: 'notices',
  initial: nothingTold,
  streamId: {
    TellOfGoingOn: scheduleIdOf,
    TellOfGoingOff: ({ personId }) => personId,
    TellOfMovedShifts: scheduleIdOf,
    LookForGaps: scheduleIdOf,
  },
  decide: {
    TellOfGoingOn: whileSending(tellOfGoingOn),
    TellOfGoingOff: whileSending(tellOfGoingOff),
    TellOfMovedShifts: whileSending(tellOfMovedShifts),
    LookForGaps: whileSending(lookForGaps),
  },
  evolve: evolveTold,
};
