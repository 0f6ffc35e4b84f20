import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { bundleLimits } from '@tocsin/contracts/limits.js';
import { earlier, plus } from '@tocsin/kernel/time.js';
import { endOf, isOver, keyOf, retryAt, type LineRow, type Wait } from './rings-row.js';

/** A message opens a wait, unless one is open: a message during a wait neither moves nor ends it. */
export const waitOpened = (line: LineRow, key: string, at: string, ring: string, formed: number): LineRow => {
  const { wait } = line;
  if (!isOver(wait, key, at)) return line;
  const isNear = wait !== null && endOf(wait, key) > plus(at, -bundleLimits.wait);
  return { ...line, wait: { ring, at, alone: 0, aloneBefore: isNear ? wait.alone : 0, formed, claimed: 0, open: [], isSure: false } };
};

export const sentAlone = (line: LineRow, ring: string, groupId: string): LineRow =>
  line.wait ? { ...line, wait: { ...line.wait, alone: line.wait.alone + 1, lastAlone: { ring, groupId } } } : line;

export const pageClaimed = (line: LineRow, ring: string, groupId: string): LineRow => {
  const { wait } = line;
  if (wait?.ring !== ring) return line;
  return { ...line, wait: { ...wait, claimed: wait.claimed + 1, open: [...wait.open, groupId] } };
};

/** A bundle without pages is not sent and opens no wait; an attempt sent alone meanwhile does. */
const withoutMessage = (wait: Wait): Wait | null => {
  const { lastAlone } = wait;
  return lastAlone && lastAlone.ring !== wait.ring
    ? { ...wait, ring: lastAlone.ring, formed: 1, claimed: 1, open: [lastAlone.groupId] }
    : null;
};

/** A page was answered after it was claimed: its message goes without it, or not at all. */
const left = (line: LineRow, wait: Wait): LineRow => ({
  ...line,
  wait: wait.claimed > 1 ? { ...wait, claimed: wait.claimed - 1 } : withoutMessage(wait),
});

/**
 * A message that failed opens no wait. Pages that wait behind it are passed on; those that become due until its retry
 * go with the retry.
 */
export const messageFailed = (line: LineRow, event: RecordedOf<'AttemptFailed'>): LineRow => {
  const { data, meta, id, ordinal } = event;
  const { wait } = line;
  if (!wait || wait.isSure || wait.retryAt !== undefined || wait.ring !== data.ring) return line;
  if (data.reason.startsWith('delivery.cancelled_')) return left(line, wait);
  const again = data.retry ? retryAt(data.answeredAt ?? meta.at, data.retryAfter) : null;
  const passedOn = { failed: { reason: data.reason, retryAt: again }, free: { dueAt: meta.at, plannedBy: id, ordinal } };
  return {
    ...line,
    wait: again === null ? null : { ...wait, alone: 0, formed: 0, claimed: 0, open: [], retryAt: again },
    ...(line.waiting > 0 ? passedOn : {}),
  };
};

/**
 * Pages still waiting for a throttle: those the bundle left, and those that began to wait after its decision read
 * memory.
 */
const stillThrottled = ({ throttled }: LineRow, readUpTo: number, { data, ordinal }: RecordedOf<'BundleFilled'>): LineRow['throttled'] => {
  const { throttledUntil: left } = data;
  const since = throttled && throttled.ordinal > readUpTo ? throttled.until : undefined;
  const until = left !== undefined && since !== undefined ? earlier(left, since) : (left ?? since);
  return until === undefined ? null : { ordinal: Math.max(ordinal, throttled?.ordinal ?? 0), until };
};

type Filled = RecordedOf<'BundleFilled'>;

/** When the pages that are left may go: at once, where the message failed or the bundle left some, or some came since. */
const freeAfter = ({ free }: LineRow, readUpTo: number, isFree: boolean, { meta, id, ordinal }: Filled): LineRow['free'] =>
  isFree || (free && free.ordinal > readUpTo) ? { dueAt: meta.at, plannedBy: id, ordinal: free?.ordinal ?? ordinal } : null;

const formingAfter = ({ forming }: LineRow, { data, meta }: Filled): NonNullable<LineRow['forming']> | null => {
  const { bundleId, count, passedOn = false } = data;
  return count > 0 || passedOn ? { bundleId, at: meta.at, isPassingOn: passedOn } : (forming ?? null);
};

const waitingAfter = ({ waiting }: LineRow, readUpTo: number, { data, ordinal }: Filled): number => {
  if (data.more || waiting > readUpTo) return Math.max(waiting, ordinal);
  return data.whole ? 0 : waiting;
};

/**
 * Applies a bundle with what its decision had read: pages that began to wait since then still wait, with a plan of
 * their own. The command of the previous plan is done.
 */
export const bundleFilled = (line: LineRow, event: Filled): LineRow => {
  const { data, meta } = event;
  const readUpTo = meta.readUpTo ?? 0;
  const failed = data.count === 0 && data.passedOn && data.more ? line.failed : null;
  const rest: LineRow = {
    ...line,
    failed,
    throttled: stillThrottled(line, readUpTo, event),
    free: freeAfter(line, readUpTo, Boolean(failed || data.left), event),
    held: null,
    forming: formingAfter(line, event),
    waiting: waitingAfter(line, readUpTo, event),
  };
  return data.count > 0 ? waitOpened(rest, keyOf(data), meta.at, data.bundleId, data.count) : rest;
};

/** A message names as many pages as were claimed. */
export const bundleStarted = (before: LineRow, { data }: RecordedOf<'BundleStarted'>): LineRow => {
  const line: LineRow = before.forming?.bundleId === data.bundleId ? { ...before, forming: null } : before;
  if (data.passedOn) return line;
  const { wait, bundle } = line;
  const announced = { ...line, bundle: data.bundleId, bundleBefore: bundle };
  if (wait?.ring !== data.bundleId) return announced;
  if (wait.claimed > 0) return { ...announced, wait: { ...wait, formed: wait.claimed } };
  return { ...line, wait: withoutMessage(wait) };
};
