import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { pageOf, type Attempt } from '@tocsin/domain/operation/alert-groups/state.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Invariant, Witness } from './invariant.js';

type StartedAttempt = FactOf<'AttemptStarted'>;
/** Milliseconds: by the clock of the server, and of true time. */
interface RingTime {
  readonly at: number;
  readonly trueAt: number;
}
interface TimedRing extends RingTime {
  readonly ring: string;
  readonly event: Recorded;
}

/** Causes that need not wait: a person requested the message, or it replaces one that failed or was lost. */
const repeatCauses = new Set(['escalated', 'resent', 'tried_out', 'next_method', 'after_stale', 'retry']);

/** The attempt’s wait is over and no bundle took it: it goes alone, whatever was sent before. */
const isForgotten = ({ gatheredIn, waitsUntil }: Attempt, at: string): boolean =>
  gatheredIn !== undefined && waitsUntil !== undefined && addMillis(waitsUntil, bundleLimits.aloneAfter) <= at;

const isPlain = ({ groupId, pageId, slot, ring }: StartedAttempt, at: string, { memory }: Witness): boolean => {
  const group = memory.rows<OpenGroup>('groups').get(groupId);
  const page = group && pageOf(group, pageId);
  const attempt = page?.attempts[slot];
  const isByHand = group?.test === true || group?.origin.kind === 'page' || page?.cause.kind === 'person';
  return ring?.exempt !== true && !isByHand && attempt !== undefined && !repeatCauses.has(attempt.because) && !isForgotten(attempt, at);
};

/** Two decisions of one reactor: another reactor may not have read the first one’s events. */
const isSameReactor = ({ meta: one }: Recorded, { meta: other }: Recorded): boolean => one.epoch === other.epoch && one.node === other.node;

const whenOf = ({ meta }: Recorded, { installation }: Witness): RingTime => ({
  at: Date.parse(meta.at),
  trueAt: installation.scheduler.now,
});

/** Time between two messages. Not enforced across a clock that was set back by more than the wait itself. */
const timeBetween = (last: RingTime, next: RingTime): number => {
  const byClock = next.at - last.at;
  return byClock < 0 && byClock >= -bundleLimits.wait ? next.trueAt - last.trueAt : byClock;
};

/**
 * After a message that its provider accepted, the next one to the same person by the same method and urgency is sent at least a
 * minute later.
 */
export const rings = (): Invariant => {
  const claimedRings = new Map<string, TimedRing & { readonly route: string }>();
  /** The last message that a provider accepted, by person, method and urgency. */
  const takenRings = new Map<string, TimedRing>();
  /** When bundles were formed: their waits count from then, and their pages are claimed a moment later. */
  const bundleTimes = new Map<string, RingTime>();
  const claim = (event: Recorded, witness: Witness): readonly string[] => {
    const data = event.data as StartedAttempt;
    if (!data.ring || !isPlain(data, event.meta.at, witness)) return [];
    const way = `${data.ring.personId} ${data.ring.contactMethodId} ${data.ring.line}`;
    const ringTime = bundleTimes.get(data.ring.id) ?? whenOf(event, witness);
    claimedRings.set(data.attemptId, { ring: data.ring.id, ...ringTime, event, route: way });
    const last = takenRings.get(way);
    if (!last || last.ring === data.ring.id || !isSameReactor(last.event, event)) return [];
    const after = timeBetween(last, ringTime);
    return after >= 0 && after < bundleLimits.wait ? [`${event.ordinal}: ${way} rings ${after} ms after it rang`] : [];
  };
  return {
    onEvent: (event, witness) => {
      if (event.type === 'BundleFilled') bundleTimes.set((event.data as FactOf<'BundleFilled'>).bundleId, whenOf(event, witness));
      if (event.type === 'AttemptStarted') return claim(event, witness);
      const claimedRing = event.type === 'AttemptSent' ? claimedRings.get((event.data as FactOf<'AttemptSent'>).attemptId) : undefined;
      // by log order, because clocks may be set back
      if (claimedRing && (takenRings.get(claimedRing.route)?.event.ordinal ?? 0) <= claimedRing.event.ordinal)
        takenRings.set(claimedRing.route, claimedRing);
      return [];
    },
  };
};
