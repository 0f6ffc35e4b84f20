import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { bundleLimits } from '@tocsin/contracts/alert-groups/limits.js';
import { earlierOf, addMillis } from '@tocsin/kernel/time.js';
import { endOf, isOver, keyOf, retryAt, type LineRow, type RingWait } from './rings-row.js';

/** A message opens a wait, unless one is open: a message during a wait neither moves nor ends it. */
export const openWait = (line: LineRow, key: string, at: string, ring: string, memberCount: number): LineRow => {
  const { wait } = line;
  if (!isOver(wait, key, at)) return line;
  const isNear = wait !== null && endOf(wait, key) > addMillis(at, -bundleLimits.wait);
  return {
    ...line,
    wait: { ring, at, alone: 0, aloneBefore: isNear ? wait.alone : 0, formed: memberCount, claimed: 0, open: [], isSure: false },
  };
};

/** Adds a message of one attempt: it counts as one that did not wait, unless it opened the wait itself. */
export const addSingleMessage = (line: LineRow, ring: string, groupId: string): LineRow => {
  const { wait } = line;
  if (!wait) return line;
  return { ...line, wait: { ...wait, alone: wait.ring === ring ? wait.alone : wait.alone + 1, lastAlone: { ring, groupId } } };
};

export const applyPageClaim = (line: LineRow, ring: string, groupId: string): LineRow => {
  const { wait } = line;
  if (wait?.ring !== ring) return line;
  return { ...line, wait: { ...wait, claimed: wait.claimed + 1, open: [...wait.open, groupId] } };
};

/** A bundle without pages is not sent and opens no wait; an attempt sent alone meanwhile does. */
const withoutMessage = (ringWait: RingWait): RingWait | null => {
  const { lastAlone } = ringWait;
  return lastAlone && lastAlone.ring !== ringWait.ring
    ? { ...ringWait, ring: lastAlone.ring, formed: 1, claimed: 1, open: [lastAlone.groupId] }
    : null;
};

/** A page was answered after it was claimed: its message goes without it, or not at all. */
const removePage = (line: LineRow, ringWait: RingWait): LineRow => ({
  ...line,
  wait: ringWait.claimed > 1 ? { ...ringWait, claimed: ringWait.claimed - 1 } : withoutMessage(ringWait),
});

/** The provider took the message, or may have taken it: the wait that it opened stands. */
export const confirmWait = (line: LineRow, ring: string | undefined): LineRow =>
  line.wait && line.wait.ring === ring ? { ...line, wait: { ...line.wait, isSure: true } } : line;

/** Whether the provider may have taken the message although its attempt failed: such a message counts as one that rang. */
export const isPerhapsSent = ({ data }: RecordedOf<'AttemptFailed'>): boolean => data.reason === 'delivery.outcome_unknown';

/** A message that failed opens no wait: pages that wait behind it are passed on, and later ones go out by themselves. */
export const applyMessageFailure = (line: LineRow, event: RecordedOf<'AttemptFailed'>): LineRow => {
  const { data, meta, id, ordinal } = event;
  const { wait } = line;
  if (!wait || wait.isSure || wait.ring !== data.ring) return line;
  if (isPerhapsSent(event)) return confirmWait(line, data.ring);
  if (data.reason.startsWith('delivery.cancelled_')) return removePage(line, wait);
  const retryTime = data.retry ? retryAt(data.answeredAt ?? meta.at, data.retryAfter) : null;
  const passOnPlan = { failed: { reason: data.reason, retryAt: retryTime }, free: { dueAt: meta.at, plannedBy: id, ordinal } };
  return { ...line, wait: null, ...(line.waiting > 0 ? passOnPlan : {}) };
};

/**
 * Pages still waiting for a throttle: those the bundle left, and those that began to wait after its decision read
 * memory.
 */
const keepThrottled = ({ throttled }: LineRow, readUpTo: number, { data, ordinal }: RecordedOf<'BundleFilled'>): LineRow['throttled'] => {
  const { throttledUntil: bundleUntil, waitsForNumber } = data;
  const since = throttled && throttled.ordinal > readUpTo ? throttled : undefined;
  const until = bundleUntil !== undefined && since ? earlierOf(bundleUntil, since.until) : (bundleUntil ?? since?.until);
  if (until === undefined) return null;
  const byNumber = waitsForNumber || since?.isByNumber ? { isByNumber: true as const } : {};
  return { ordinal: Math.max(ordinal, throttled?.ordinal ?? 0), until, ...byNumber };
};

type BundleFilled = RecordedOf<'BundleFilled'>;

/** When the pages that are left may go: at once, where the message failed or the bundle left some, or some came since. */
const planFree = ({ free }: LineRow, readUpTo: number, isFree: boolean, { meta, id, ordinal }: BundleFilled): LineRow['free'] =>
  isFree || (free && free.ordinal > readUpTo) ? { dueAt: meta.at, plannedBy: id, ordinal: free?.ordinal ?? ordinal } : null;

const formingOf = ({ forming }: LineRow, { data, meta }: BundleFilled): NonNullable<LineRow['forming']> | null => {
  const { bundleId, count, passedOn = false } = data;
  return count > 0 || passedOn ? { bundleId, at: meta.at, isPassingOn: passedOn } : (forming ?? null);
};

const countWaiting = ({ waiting }: LineRow, readUpTo: number, { data, ordinal }: BundleFilled): number => {
  if (data.more || waiting > readUpTo) return Math.max(waiting, ordinal);
  return data.whole ? 0 : waiting;
};

/**
 * Applies a bundle with what its decision had read: pages that began to wait since then still wait, with a plan of
 * their own. The command of the previous plan is done.
 */
export const applyBundleFilled = (line: LineRow, event: BundleFilled): LineRow => {
  const { data, meta } = event;
  const readUpTo = meta.readUpTo ?? 0;
  const lastFailure = data.count === 0 && data.passedOn && data.more ? line.failed : null;
  const rest: LineRow = {
    ...line,
    failed: lastFailure,
    throttled: keepThrottled(line, readUpTo, event),
    free: planFree(line, readUpTo, Boolean(lastFailure || data.left), event),
    held: null,
    forming: formingOf(line, event),
    waiting: countWaiting(line, readUpTo, event),
  };
  return data.count > 0 ? openWait(rest, keyOf(data), meta.at, data.bundleId, data.count) : rest;
};

/** A message names as many pages as were claimed. */
export const applyBundleStarted = (before: LineRow, { data }: RecordedOf<'BundleStarted'>): LineRow => {
  const line: LineRow = before.forming?.bundleId === data.bundleId ? { ...before, forming: null } : before;
  if (data.passedOn) return line;
  const { wait, bundle } = line;
  const announced = { ...line, bundle: data.bundleId, bundleBefore: bundle };
  if (wait?.ring !== data.bundleId) return announced;
  if (wait.claimed > 0) return { ...announced, wait: { ...wait, formed: wait.claimed } };
  return { ...line, wait: withoutMessage(wait) };
};
