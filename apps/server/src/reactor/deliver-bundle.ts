import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { keyOf } from '@tocsin/domain/operation/alert-groups/bundles/rings-row.js';
import type { EachOutcome, EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { bundleMessage } from '../deliveries/bundle-message.js';
import { failedOutcome, type ChannelOutcome } from '../channels/channel.js';
import { pageMessage } from '../deliveries/page-message.js';
import { findClaimed, leaveReason, type BundleMember } from '../deliveries/bundle-members.js';
import { deadlineOf, outcomeOf } from './channel-outcome.js';
import type { EffectDependencies } from './effect-parts.js';
import { methodOf } from '../deliveries/contact-method.js';

type BundleStart = RecordedOf<'BundleStarted'>['data'];

/** One call for all claimed pages; a single page is sent as an ordinary page. */
const call = async (dependencies: EffectDependencies, data: BundleStart, members: readonly BundleMember[]): Promise<ChannelOutcome> => {
  const { server, channels } = dependencies;
  const { personId, bundleId, contactMethodId } = data;
  const method = methodOf(server, personId, contactMethodId);
  if (!method) return failedOutcome('delivery.method_disabled', '', false);
  const channel = channels[method.kind];
  const limits = { deadlineMs: deadlineOf(method.kind) };
  const before = server.reads.rings.get(personId)?.lines[keyOf(data)]?.bundleBefore ?? null;
  const deliver = async (): Promise<ChannelOutcome> => {
    const [only] = members;
    if (only && members.length === 1)
      return channel.deliver('page', await pageMessage(dependencies, only.group, only.page, only.attempt), method, limits);
    return channel.deliver('bundle', await bundleMessage(dependencies, { bundleId, personId, before }, members), method, limits);
  };
  return outcomeOf(deliver, server, method);
};

const outcomesFor = (members: readonly BundleMember[], outcomeFor: (member: BundleMember) => object): readonly EachOutcome[] =>
  members.map((member) => {
    const { groupId } = member.group;
    const { attemptId, plannedBy, startedAt } = member.attempt;
    return {
      claimedBy: { id: plannedBy, at: startedAt! },
      record: { type: 'RecordAttempt', data: { groupId, attemptId, outcome: outcomeFor(member) } },
    };
  });

/**
 * Calls the provider for a bundle whose pages this reactor has claimed; each page gets its own outcome. Pages that ended since then leave the bundle;
 * an empty bundle is not sent.
 */
export const deliverBundle = async (
  dependencies: EffectDependencies,
  { data }: RecordedOf<'BundleStarted'>,
): Promise<EffectOutcome | undefined> => {
  const { server } = dependencies;
  if (data.epoch !== server.epoch || data.passedOn) return undefined;
  const { toSend, skipped: left } = findClaimed(server, data);
  const leaving = outcomesFor(left, (member) => failedOutcome(leaveReason(member), '', false));
  if (toSend.length === 0) return { kind: 'unneeded', each: leaving };
  const outcome = await call(dependencies, data, toSend);
  const alone = toSend.length === 1 ? { alone: true } : {};
  const { charge, ...answered } = outcome.ok
    ? { charge: undefined, ...outcome, ...alone }
    : { charge: undefined, ...outcome, answeredAt: server.clock.now() };
  // one message, charged once
  const outcomeFor = (member: BundleMember) => (charge && member === toSend[0] ? { ...answered, charge } : answered);
  return { kind: 'done', each: [...outcomesFor(toSend, outcomeFor), ...leaving] };
};
