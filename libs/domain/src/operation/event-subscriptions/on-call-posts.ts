import { isInChat } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { isSystem } from '../../rules/permissions.js';
import { machineRank } from '../../rules/ranks.js';
import { refuse } from '../../rules/refuse.js';
import { nextMinuteOfDay } from '../../setup/schedules/shared/next-minute.js';
import { createWallClock, isZone, newestZonesVersion } from '../../setup/schedules/shared/wall-clock.js';
import type { DecisionFunction, EventContext, ExistingDecisionFunction, SubscriptionAnswer } from './answer.js';
import type { EventQueueRow } from './shared/queue-row.js';
import { isSendingNothing } from './shared/sending-since.js';
import { isExisting, type ExistingSubscription, type OnCallPosts } from './state.js';
import type { DuePlan } from '../../rules/due-plan.js';

interface Daily {
  readonly minute: number;
  readonly timeZone: string;
}

const nextDaily = ({ minute, timeZone }: Daily, now: string): { readonly at: string; readonly zones: string } => {
  const zones = newestZonesVersion();
  return { at: nextMinuteOfDay(createWallClock(zones, timeZone), now, minute), zones };
};

const isSame = (one: OnCallPosts | null, other: OnCallPosts | null): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Who is on call is posted where people read. */
export const chooseOnCallPosts: ExistingDecisionFunction<'ChooseOnCallPosts'> = ({ subscriptionId, posts }, state, { now }) => {
  if (posts && !isInChat(state.receiver ?? 'webhook')) return refuse('event_subscription.no_chat');
  if (posts?.when === 'daily' && !isZone(newestZonesVersion(), posts.timeZone))
    return refuse('schedule.zone_unknown', { zone: posts.timeZone }, 'posts.timeZone');
  if (isSame(posts, state.onCallPosts ?? null)) return new Nothing();
  if (posts?.when !== 'daily') return [{ type: 'OnCallPostsChosen', data: { subscriptionId, posts } }];
  const { at: dueAt, zones } = nextDaily(posts, now);
  return [{ type: 'OnCallPostsChosen', data: { subscriptionId, posts, dueAt, zones } }];
};

const isOurs = ({ teamId }: ExistingSubscription, scheduleId: string, { reads }: EventContext): boolean => {
  const row = reads.schedules.get(scheduleId);
  return row?.removed === false && (teamId === null || row.teamId === teamId);
};

const isPlanned = (plan: DuePlan | null | undefined, { dueAt, plannedBy }: DuePlan): boolean =>
  plan?.dueAt === dueAt && plan.plannedBy === plannedBy;

/** Handoffs at one moment are one message. */
const postHandoffs = (state: ExistingSubscription, planned: DuePlan, context: EventContext): SubscriptionAnswer => {
  const { subscriptionId } = state;
  const duty = context.reads.eventQueues.get(subscriptionId)?.duty;
  if (!duty || !isPlanned(duty, planned)) return [];
  const scheduleIds = duty.scheduleIds.filter((scheduleId) => isOurs(state, scheduleId, context));
  return scheduleIds.length > 0 ? [{ type: 'OnCallPosted', data: { subscriptionId, scheduleIds } }] : [];
};

export const postOnCall: DecisionFunction<'PostOnCall'> = ({ subscriptionId, ...planned }, state, context) => {
  if (!isSystem(context) || !isExisting(state) || state.status === 'off' || !state.onCallPosts) return [];
  // what is due is posted when the store goes live
  if (isSendingNothing(context.reads.sendingSince)) return [];
  const { onCallPosts: posts, daily } = state;
  if (posts.when === 'handoffs') return postHandoffs(state, planned, context);
  if (!isPlanned(daily, planned)) return [];
  const { at: nextAt, zones } = nextDaily(posts, context.now);
  return [{ type: 'OnCallPosted', data: { subscriptionId, scheduleIds: [], nextAt, zones } }];
};

export const postTimersOf = ({ state, duty }: EventQueueRow): readonly Timer[] => {
  if (!isExisting(state) || state.status === 'off') return [];
  const { subscriptionId } = state;
  const timer = (name: string, { dueAt, plannedBy }: DuePlan): Timer => ({
    name,
    dueAt,
    plannedBy,
    rank: machineRank,
    command: { type: 'PostOnCall', data: { subscriptionId, dueAt, plannedBy } },
  });
  if (state.onCallPosts?.when === 'daily') return state.daily ? [timer('on call', state.daily)] : [];
  return duty ? [timer('on call', duty)] : [];
};
