import { bundleLimits, throttles as windows } from '@tocsin/contracts/limits.js';
import type { Throttle } from '@tocsin/contracts/contact-kinds.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { pageOf } from '@tocsin/domain/alert-groups/state.js';
import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import type { Invariant, Witness } from './invariant.js';

interface Sent {
  readonly ring: string;
  readonly at: number;
  readonly by: Recorded;
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
  const because = page?.attempts[slot]?.because;
  return (
    group?.test === true ||
    group?.origin.kind === 'page' ||
    page?.cause.kind === 'person' ||
    page?.cause.kind === 'reminder' ||
    (because !== undefined && byHand.has(because))
  );
};

/** Events that a decision could know: those it had read, and earlier ones of the same reactor. */
const isKnown = ({ meta: { readUpTo = 0, epoch, node } }: Recorded, { ordinal, meta }: Recorded): boolean =>
  ordinal <= readUpTo || (meta.epoch === epoch && meta.node === node);

/** No contact method gets more messages than its throttle allows, except those sent by hand, or when all methods are full. */
export const throttles = (): Invariant => {
  const sent = new Map<string, Sent[]>();
  /** Bundles with messages that may be sent although the limit is full. */
  const mayPass = new Set<string>();
  const of = (method: string): Sent[] => sent.get(method) ?? [];
  const count = (method: string, throttle: Throttle, one: Sent, isMeant: boolean): readonly string[] => {
    // after a clock was set back, the wait is not enforced
    const before = of(method).filter(({ at }) => at <= one.at + bundleLimits.wait);
    sent.set(method, [...before, one]);
    if (isMeant) return [];
    return windows[throttle].flatMap(({ messages, within }) => {
      const known = before.filter(({ at, by }) => at > one.at - within && isKnown(one.by, by));
      return known.length >= messages ? [`${one.by.ordinal}: ${known.length + 1} messages by ${method} within ${within} ms`] : [];
    });
  };
  const started = (event: Recorded, witness: Witness): readonly string[] => {
    const { ring, ...which } = event.data as FactOf<'AttemptStarted'>;
    if (!ring?.throttle) return [];
    const known = of(ring.contactMethodId).find((one) => one.ring === ring.id);
    if (known) known.claims += 1;
    if (known) return [];
    const one = { ring: ring.id, at: Date.parse(event.meta.at), by: event, claims: 1, isWhole: true };
    return count(
      ring.contactMethodId,
      ring.throttle,
      one,
      ring.overThrottle === true || ring.bundled === true || isNeverHeld(which, witness),
    );
  };
  const filled = (event: Recorded): readonly string[] => {
    const { contactMethodId, bundleId, count: pages, throttle } = event.data as FactOf<'BundleFilled'>;
    if (pages === 0 || !throttle) return [];
    const one = { ring: bundleId, at: Date.parse(event.meta.at), by: event, claims: 0, isWhole: false };
    return count(contactMethodId, throttle, one, mayPass.has(bundleId));
  };
  const begun = ({ contactMethodId, bundleId }: FactOf<'BundleStarted'>): void => {
    const bundle = of(contactMethodId).find(({ ring }) => ring === bundleId);
    if (bundle) bundle.isWhole = true;
    sent.set(
      contactMethodId,
      of(contactMethodId).filter(({ ring, claims }) => ring !== bundleId || claims > 0),
    );
  };
  const failed = ({ to, ring }: FactOf<'AttemptFailed'>): void => {
    const one = to && of(to.contactMethodId).find((message) => message.ring === ring);
    if (!one) return;
    one.claims -= 1;
    if (one.claims <= 0 && one.isWhole)
      sent.set(
        to.contactMethodId,
        of(to.contactMethodId).filter((other) => other !== one),
      );
  };
  return {
    before: (event, witness) => {
      if (event.type === 'AttemptStarted') return started(event, witness);
      if (event.type === 'BundleFormed') {
        const { bundleId, members } = event.data as FactOf<'BundleFormed'>;
        if (members.some((member) => member.overThrottle || isNeverHeld(member, witness))) mayPass.add(bundleId);
      }
      if (event.type === 'BundleFilled') return filled(event);
      if (event.type === 'BundleStarted') begun(event.data as FactOf<'BundleStarted'>);
      if (event.type === 'AttemptFailed') failed(event.data as FactOf<'AttemptFailed'>);
      if (event.type === 'WebhookRelayChosen' || event.type === 'ContactMethodRemoved')
        sent.delete((event.data as FactOf<'ContactMethodRemoved'>).contactMethodId);
      return [];
    },
  };
};
