import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { isInChat } from '@tocsin/contracts/event-subscriptions/receivers.js';
import * as noticeLimits from '@tocsin/contracts/notices/limits.js';
import type { OnCallRow, ScheduleRow } from '@tocsin/contracts/schedules/schedules.js';
import type { EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { postInChat } from '../channels/chat-receivers.js';
import type { GroupCard } from '../deliveries/group-card.js';
import { formatWallClock } from '../deliveries/times.js';
import { outcomeOf } from '../reactor/channel-outcome.js';
import { receiverOf, type EventDeliveryDependencies } from '../reactor/deliver-events.js';
import { moreLine, namesOf } from './words.js';

type Reads = EventDeliveryDependencies['server']['reads'];

/** `Payments primary: Ana, from Mon 30 Nov, 09:00 CET Bo`: names, never a mention. */
const lineOf = (reads: Reads, { name, people, nextAt, next }: OnCallRow, { timeZone }: ScheduleRow): string => {
  const then = nextAt === null ? '' : `, from ${formatWallClock(nextAt, timeZone)} ${namesOf(reads, next)}`;
  return `${name}: ${namesOf(
    reads,
    people.map(({ personId }) => personId),
  )}${then}`;
};

const cardOf = (reads: Reads, teamId: string | null, scheduleIds: readonly string[], url: string): GroupCard => {
  const isMeant = (row: OnCallRow): boolean =>
    !row.removed && (scheduleIds.length > 0 ? scheduleIds.includes(row.id) : teamId === null || row.teamId === teamId);
  const rows = [...reads.onCall.all()].filter(isMeant).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const lines = rows.slice(0, noticeLimits.schedulesListed).map((row) => lineOf(reads, row, reads.schedules.get(row.id)!));
  return {
    groupId: '',
    title: 'On call now',
    lines: lines.length > 0 ? [...lines, ...moreLine(rows.length - lines.length)] : ['There is no schedule.'],
    state: '',
    buttons: [],
    link: { label: 'See who is on call', href: `${url}/on-call` },
  };
};

/** Posts who is on call now: what changed since is right, too. */
export const postOnCall = async (
  { server, http, connections, address: ours }: EventDeliveryDependencies,
  { data: { subscriptionId, scheduleIds } }: RecordedOf<'OnCallPosted'>,
): Promise<EffectOutcome> => {
  const subscription = server.reads.eventQueues.get(subscriptionId)?.state;
  const receiver = receiverOf(server, subscriptionId);
  if (server.held || subscription?.status !== 'on' || !receiver || !isInChat(receiver.kind)) return { kind: 'unneeded' };
  const { kind, address } = receiver;
  const message = { card: cardOf(server.reads, subscription.teamId, scheduleIds, ours.url()), below: null };
  const call = { deadlineMs: alertGroupLimits.sendDeadline };
  const outcome = await outcomeOf(
    () => postInChat(kind, { server, calls: { http }, connections, address: ours }, address, message, call),
    server,
    receiver,
  );
  if (outcome.ok || outcome.reason === 'delivery.outcome_unknown') return { kind: 'done' };
  return { kind: 'failed', reason: outcome.reason, retry: outcome.retry };
};
