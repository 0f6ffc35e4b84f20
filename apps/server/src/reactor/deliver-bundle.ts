import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { keyOf } from '@tocsin/domain/alert-groups/bundles/rings-row.js';
import type { EachOutcome, EffectOutcome } from '@tocsin/platform/reactor/effect.js';
import { bundleMessage } from '../deliveries/bundle-message.js';
import { failed, type Outcome } from '../deliveries/channel.js';
import { pageMessage } from '../deliveries/page-message.js';
import { claimedFor, whyLeft, type BundleMember } from '../deliveries/bundle-members.js';
import { deadlineOf, outcomeOf } from './channel-outcome.js';
import type { EffectParts } from './effect-parts.js';
import { methodOf } from '../deliveries/method-of.js';

type Started = RecordedOf<'BundleStarted'>['data'];

/** One call for all claimed pages; a single page is sent as an ordinary page. */
const call = async (parts: EffectParts, data: Started, members: readonly BundleMember[]): Promise<Outcome> => {
  const { server, channels } = parts;
  const { personId, bundleId, contactMethodId } = data;
  const method = methodOf(server, personId, contactMethodId);
  if (!method) return failed('delivery.method_disabled', '', false);
  const channel = channels[method.kind];
  const deadline = deadlineOf(method.kind);
  const before = server.reads.rings.get(personId)?.lines[keyOf(data)]?.bundleBefore ?? null;
  const deliver = async (): Promise<Outcome> => {
    const [only] = members;
    if (only && members.length === 1)
      return channel.deliver(await pageMessage(parts, only.group, only.page, only.attempt), method, deadline);
    return channel.deliverBundle(await bundleMessage(parts, { bundleId, personId, before }, members), method, deadline);
  };
  return outcomeOf(deliver, server, method.address);
};

const each = (members: readonly BundleMember[], outcomeFor: (member: BundleMember) => object): readonly EachOutcome[] =>
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
export const deliverBundle = async (parts: EffectParts, { data }: RecordedOf<'BundleStarted'>): Promise<EffectOutcome | undefined> => {
  const { server } = parts;
  if (data.epoch !== server.epoch || data.passedOn) return undefined;
  const { toSend, left } = claimedFor(server, data);
  const leaving = each(left, (member) => failed(whyLeft(member), '', false));
  if (toSend.length === 0) return { kind: 'unneeded', each: leaving };
  const outcome = await call(parts, data, toSend);
  const answered = outcome.ok ? outcome : { ...outcome, answeredAt: server.clock.now() };
  return { kind: 'done', each: [...each(toSend, () => answered), ...leaving] };
};
