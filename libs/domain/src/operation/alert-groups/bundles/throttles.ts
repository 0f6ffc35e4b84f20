import type { Throttle } from '@tocsin/contracts/contacts/kinds.js';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { throttles } from '@tocsin/contracts/contacts/limits.js';
import { laterOf, addMillis } from '@tocsin/kernel/time.js';

/** A message that counts for a limit; `claims`: its claimed attempts that have not failed. */
interface CountedMessage {
  readonly ring: string;
  readonly at: string;
  readonly claims: number;
  /** Its pages are being claimed: it counts, although none may remain. */
  readonly isForming?: true;
}

/**
 * The messages by one contact method, the oldest first: twice as many as its throttle looks at, since some may fail.
 */
export interface ThrottledMethod {
  readonly throttle: Throttle;
  readonly sent: readonly CountedMessage[];
}

interface LatestMessage {
  readonly ring: string;
  readonly at: string;
  /** Its pages are being claimed, and perhaps none remains. */
  readonly isForming?: true;
  /** Of a drill: no real message waits for it. */
  readonly isDrill?: true;
}

/** The part of a row about one person’s throttles. */
export interface WithThrottles {
  /** By contact method: the last message that was formed or claimed and has not failed. */
  readonly latest?: Readonly<Record<string, LatestMessage>>;
  /** By contact method with a limit: the messages that count for it. */
  readonly throttles?: Readonly<Record<string, ThrottledMethod>>;
}

const widestWindowOf = (of: Throttle) => throttles[of].at(-1)!;

/** When one more message may go out by the contact method; null: there was always room. */
export const roomFromOf = ({ throttle, sent }: ThrottledMethod): string | null => {
  const ends = throttles[throttle].flatMap(({ messages, within }) => {
    const nth = sent.at(-messages);
    return nth ? [addMillis(nth.at, within)] : [];
  });
  return ends.length === 0 ? null : ends.reduce(laterOf);
};

/** Drops entries that a clock set back left in the future, so that they delay nothing. */
const dropFuture = (sentMessages: readonly CountedMessage[], now: string): readonly CountedMessage[] => {
  const latest = addMillis(now, bundleLimits.wait);
  return sentMessages.filter(({ at }) => at <= latest);
};

/** Until when contact methods, which are one to their receiver, are together at their limit; null: there is room, or no limit. */
export const fullUntilOf = (methods: readonly ThrottledMethod[], now: string): string | null => {
  const [first] = methods;
  if (!first) return null;
  const sent = methods.flatMap((one) => dropFuture(one.sent, now));
  const room = roomFromOf({ ...first, sent: methods.length > 1 ? sent.toSorted((one, other) => (one.at < other.at ? -1 : 1)) : sent });
  return room !== null && room > now ? room : null;
};

/** Milliseconds after which no page waits for a throttle any longer: its widest window. */
export const longestWaitOf = (throttle: Throttle | null): number => (throttle ? widestWindowOf(throttle).within : 0);

/** Adds the message that its contact method sends last. */
export const withLatest = <R extends WithThrottles>(row: R, contactMethodId: string, message: LatestMessage): R => ({
  ...row,
  latest: { ...row.latest, [contactMethodId]: message },
});

/** Without the last message, where it is none: it failed, or nothing of it was claimed. */
export const withoutLatest = <R extends WithThrottles>(row: R, contactMethodId: string, isNone: (message: LatestMessage) => boolean): R => {
  const message = row.latest?.[contactMethodId];
  if (!message || !isNone(message)) return row;
  const { [contactMethodId]: _ended, ...latest } = row.latest ?? {};
  return { ...row, latest };
};

export const isCounted = (row: WithThrottles | undefined, contactMethodId: string, ring: string): boolean =>
  row?.throttles?.[contactMethodId]?.sent.some((one) => one.ring === ring) === true;

/** Whether all its messages are too old to count. */
export const isForgotten = ({ throttle, sent }: ThrottledMethod, now: string): boolean => {
  const since = addMillis(now, -widestWindowOf(throttle).within);
  return sent.every(({ at }) => at <= since);
};

const withSent = <R extends WithThrottles>(
  row: R,
  contactMethodId: string,
  change: (sentMessages: readonly CountedMessage[]) => readonly CountedMessage[],
): R => {
  const before = row.throttles?.[contactMethodId];
  if (!before) return row;
  return { ...row, throttles: { ...row.throttles, [contactMethodId]: { ...before, sent: change(before.sent) } } };
};

interface Message {
  readonly contactMethodId: string;
  readonly throttle?: Throttle | undefined;
  readonly ring: string;
  readonly at: string;
  readonly claims: 0 | 1;
  readonly isForming?: true;
}

/** Adds a message that is formed, or one more attempt of it: the message counts once. */
export const withMessage = <R extends WithThrottles>(row: R, { contactMethodId, throttle: methodThrottle, ...message }: Message): R => {
  // a page of a bundle may be claimed before this row has folded that the bundle counts
  const throttle =
    methodThrottle ?? (isCounted(row, contactMethodId, message.ring) ? row.throttles?.[contactMethodId]?.throttle : undefined);
  if (throttle === undefined) return row;
  const { ring, at, claims } = message;
  const { sent } = row.throttles?.[contactMethodId] ?? { sent: [] };
  const isKnown = sent.some((one) => one.ring === ring);
  const newSent = isKnown
    ? sent.map((one) => (one.ring === ring ? { ...one, claims: one.claims + claims } : one))
    : [...dropFuture(sent, at), message].toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-2 * widestWindowOf(throttle).messages);
  return { ...row, throttles: { ...row.throttles, [contactMethodId]: { throttle, sent: newSent } } };
};

/** Removes a failed attempt: if it was the last one of its message, the message no longer counts. */
export const withoutAttempt = <R extends WithThrottles>(row: R, { data }: RecordedOf<'AttemptFailed'>): R =>
  withSent(row, data.to.contactMethodId, (sentMessages) =>
    sentMessages.flatMap((one) =>
      one.ring !== data.ring ? one : one.claims > 1 || one.isForming ? { ...one, claims: one.claims - 1 } : [],
    ),
  );

/** A bundle started: if none of its pages was claimed, it is not sent and does not count. */
export const applyBundleStart = <R extends WithThrottles>(row: R, { data }: RecordedOf<'BundleStarted'>): R =>
  withSent(row, data.contactMethodId, (sentMessages) =>
    sentMessages.flatMap(({ isForming, ...one }) => {
      if (one.ring !== data.bundleId) return isForming ? { ...one, isForming } : one;
      return one.claims > 0 ? one : [];
    }),
  );

/** Earlier messages don’t count once the contact method changes its relay. */
export const withoutThrottle = <R extends WithThrottles>(row: R, contactMethodId: string): R => {
  const { [contactMethodId]: _removed, ...throttled } = row.throttles ?? {};
  return { ...row, throttles: throttled };
};
