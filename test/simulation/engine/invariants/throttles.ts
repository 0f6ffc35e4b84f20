import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { throttles as windows } from '@tocsin/contracts/contacts/limits.js';
import type { Throttle } from '@tocsin/contracts/contacts/kinds.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { pageOf } from '@tocsin/domain/operation/alert-groups/state.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { Invariant, Witness } from './invariant.js';

interface SentRing {
  readonly ring: string;
  readonly at: number;
  readonly sentEvent: Recorded;
  /** Attempts in it that have not failed. */
  claims: number;
  /** Its pages are claimed, or it was a single message from the start. */
  isWhole: boolean;
}

const byHand = new Set(['escalated', 'resent', 'tried_out']);
type Member = FactOf<'BundleFormed'>['members'][number];
/** Whether a person requested it, or it is a reminder of the assignee. */
const isNeverHeld = ({ groupId, pageId, slot }: Omit<Member, 'exempt'>, { memory }: Witness): boolean => {
  const group = memory.rows<OpenGroup>('groups').get(groupId);
  const page = group && pageOf(group, pageId);
  const reason = page?.attempts[slot]?.because;
  return (
    group?.test === true ||
    group?.origin.kind === 'page' ||
    page?.cause.kind === 'person' ||
    page?.cause.kind === 'reminder' ||
    (reason !== undefined && byHand.has(reason))
  );
};

/** Events that a decision could know: those it had read, and earlier ones of the same reactor. */
const isKnown = ({ meta: { readUpTo = 0, epoch, node } }: Recorded, { ordinal, meta }: Recorded): boolean =>
  ordinal <= readUpTo || (meta.epoch === epoch && meta.node === node);

/** No contact method gets more messages than its throttle allows, except those sent by hand, or when all methods are full. */
export const throttles = (): Invariant => {
  const sentByMethod = new Map<string, SentRing[]>();
  /** Bundles with messages that may be sent although the limit is full. */
  const mayPass = new Set<string>();
  const of = (method: string): SentRing[] => sentByMethod.get(method) ?? [];
  const count = (method: string, throttle: Throttle, one: SentRing, isMeant: boolean): readonly string[] => {
    // after a clock was set back, the wait is not enforced
    const before = of(method).filter(({ at }) => at <= one.at + bundleLimits.wait);
    sentByMethod.set(method, [...before, one]);
    if (isMeant) return [];
    return windows[throttle].flatMap(({ messages, within }) => {
      const countedRings = before.filter(({ at, sentEvent: by }) => at > one.at - within && isKnown(one.sentEvent, by));
      return countedRings.length >= messages
        ? [`${one.sentEvent.ordinal}: ${countedRings.length + 1} messages by ${method} within ${within} ms`]
        : [];
    });
  };
  const checkStart = (event: Recorded, witness: Witness): readonly string[] => {
    const { ring, ...which } = event.data as FactOf<'AttemptStarted'>;
    if (!ring?.throttle) return [];
    const knownRing = of(ring.contactMethodId).find((one) => one.ring === ring.id);
    if (knownRing) knownRing.claims += 1;
    if (knownRing) return [];
    const one = { ring: ring.id, at: Date.parse(event.meta.at), sentEvent: event, claims: 1, isWhole: true };
    return count(
      ring.contactMethodId,
      ring.throttle,
      one,
      ring.overThrottle === true || ring.bundled === true || isNeverHeld(which, witness),
    );
  };
  const checkBundle = (event: Recorded): readonly string[] => {
    const { contactMethodId, bundleId, count: pages, throttle } = event.data as FactOf<'BundleFilled'>;
    if (pages === 0 || !throttle) return [];
    const one = { ring: bundleId, at: Date.parse(event.meta.at), sentEvent: event, claims: 0, isWhole: false };
    return count(contactMethodId, throttle, one, mayPass.has(bundleId));
  };
  const recordBundleStart = ({ contactMethodId, bundleId }: FactOf<'BundleStarted'>): void => {
    const bundle = of(contactMethodId).find(({ ring }) => ring === bundleId);
    if (bundle) bundle.isWhole = true;
    sentByMethod.set(
      contactMethodId,
      of(contactMethodId).filter(({ ring, claims }) => ring !== bundleId || claims > 0),
    );
  };
  const recordFailure = ({ to, ring }: FactOf<'AttemptFailed'>): void => {
    const one = to && of(to.contactMethodId).find((message) => message.ring === ring);
    if (!one) return;
    one.claims -= 1;
    if (one.claims <= 0 && one.isWhole)
      sentByMethod.set(
        to.contactMethodId,
        of(to.contactMethodId).filter((other) => other !== one),
      );
  };
  return {
    onEvent: (event, witness) => {
      if (event.type === 'AttemptStarted') return checkStart(event, witness);
      if (event.type === 'BundleFormed') {
        const { bundleId, members } = event.data as FactOf<'BundleFormed'>;
        if (members.some((member) => member.overThrottle || isNeverHeld(member, witness))) mayPass.add(bundleId);
      }
      if (event.type === 'BundleFilled') return checkBundle(event);
      if (event.type === 'BundleStarted') recordBundleStart(event.data as FactOf<'BundleStarted'>);
      if (event.type === 'AttemptFailed') recordFailure(event.data as FactOf<'AttemptFailed'>);
      if (event.type === 'WebhookRelayChosen' || event.type === 'ContactMethodRemoved')
        sentByMethod.delete((event.data as FactOf<'ContactMethodRemoved'>).contactMethodId);
      return [];
    },
  };
};
