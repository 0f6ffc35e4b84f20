import { bundleLimits } from '@tocsin/contracts/limits.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { pageOf, type Attempt } from '@tocsin/domain/alert-groups/state.js';
import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Invariant, Witness } from './invariant.js';

type Started = FactOf<'AttemptStarted'>;
/** Milliseconds: by the clock of the server, and of true time. */
interface When {
  readonly at: number;
  readonly trueAt: number;
}
interface Rung extends When {
  readonly ring: string;
  readonly event: Recorded;
}

/** Causes that need not wait: a person requested the message, or it replaces one that failed or was lost. */
const urged = new Set(['escalated', 'resent', 'tried_out', 'next_method', 'after_stale', 'retry']);

/** The attempt’s wait is over and no bundle took it: it goes alone, whatever was sent before. */
const isForgotten = ({ gatheredIn, waitsUntil }: Attempt, at: string): boolean =>
  gatheredIn !== undefined && waitsUntil !== undefined && addMillis(waitsUntil, bundleLimits.aloneAfter) <= at;

const isPlain = ({ groupId, pageId, slot, ring }: Started, at: string, { memory }: Witness): boolean => {
  const group = memory.rows<OpenGroup>('groups').get(groupId);
  const page = group && pageOf(group, pageId);
  const attempt = page?.attempts[slot];
  const isByHand = group?.test === true || group?.origin.kind === 'page' || page?.cause.kind === 'person';
  return ring?.exempt !== true && !isByHand && attempt !== undefined && !urged.has(attempt.because) && !isForgotten(attempt, at);
};

/** Two decisions of one reactor: another reactor may not have read the first one’s events. */
const isSameReactor = ({ meta: one }: Recorded, { meta: other }: Recorded): boolean => one.epoch === other.epoch && one.node === other.node;

const whenOf = ({ meta }: Recorded, { installation }: Witness): When => ({ at: Date.parse(meta.at), trueAt: installation.scheduler.now });

/** Time between two messages. Not enforced across a clock that was set back by more than the wait itself. */
const timeBetween = (last: When, next: When): number => {
  const byClock = next.at - last.at;
  return byClock < 0 && byClock >= -bundleLimits.wait ? next.trueAt - last.trueAt : byClock;
};

/**
 * After a message that its provider accepted, the next one to the same person by the same method and urgency is sent at least a
 * minute later.
 */
export const rings = (): Invariant => {
  const claimed = new Map<string, Rung & { readonly way: string }>();
  /** The last message that a provider accepted, by person, method and urgency. */
  const taken = new Map<string, Rung>();
  /** When bundles were formed: their waits count from then, and their pages are claimed a moment later. */
  const formed = new Map<string, When>();
  const claim = (event: Recorded, witness: Witness): readonly string[] => {
    const data = event.data as Started;
    if (!data.ring || !isPlain(data, event.meta.at, witness)) return [];
    const way = `${data.ring.personId} ${data.ring.contactMethodId} ${data.ring.line}`;
    const when = formed.get(data.ring.id) ?? whenOf(event, witness);
    claimed.set(data.attemptId, { ring: data.ring.id, ...when, event, way });
    const last = taken.get(way);
    if (!last || last.ring === data.ring.id || !isSameReactor(last.event, event)) return [];
    const after = timeBetween(last, when);
    return after >= 0 && after < bundleLimits.wait ? [`${event.ordinal}: ${way} rings ${after} ms after it rang`] : [];
  };
  return {
    before: (event, witness) => {
      if (event.type === 'BundleFilled') formed.set((event.data as FactOf<'BundleFilled'>).bundleId, whenOf(event, witness));
      if (event.type === 'AttemptStarted') return claim(event, witness);
      const rung = event.type === 'AttemptSent' ? claimed.get((event.data as FactOf<'AttemptSent'>).attemptId) : undefined;
      // by log order, because clocks may be set back
      if (rung && (taken.get(rung.way)?.event.ordinal ?? 0) <= rung.event.ordinal) taken.set(rung.way, rung);
      return [];
    },
  };
};
