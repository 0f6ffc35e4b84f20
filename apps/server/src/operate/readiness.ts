import { setTimeout as pause } from 'node:timers/promises';
import { domain } from '@tocsin/domain/registry.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { LogUnavailable, type EventLog } from '@tocsin/platform/event-log/event-log.js';
import { lowDisk } from '@tocsin/platform/data-folder/disk-reserve.js';
import { stalledAfter } from '@tocsin/platform/reactor/watch.js';
import { logTroubleOf } from '../core/log-health.js';
import type { ServerParts } from '../core/server-parts.js';

type Dependencies = Pick<ServerParts, 'clock' | 'feed' | 'folder' | 'log' | 'memory' | 'reacting' | 'reserve' | 'views'>;

export interface Readiness {
  readonly ok: boolean;
  readonly why: readonly string[];
  readonly head: number;
  readonly memoryLag: number;
  readonly reactorLag: number;
  readonly viewsLag: number;
  /** Seconds since the last event was handled while some wait, and the age of the oldest waiting one. */
  readonly reactorStalled: number;
  readonly reactorLate: number;
}

/** Milliseconds. */
const answerWithin = 2_000;

const checks = new WeakMap<object, Promise<Readiness>>();

/**
 * Whether log and reactor work, which is all that paging needs; screens may still be building. A log that does not answer is
 * reported after two seconds. All who ask while a check runs get its result: anybody may ask, as often as they like.
 */
export const isWorking = (parts: Dependencies): Promise<Readiness> => {
  const running = checks.get(parts.log) ?? checkWorking(parts).finally(() => checks.delete(parts.log));
  checks.set(parts.log, running);
  return running;
};

const checkWorking = async (parts: Dependencies): Promise<Readiness> => {
  const reasons: string[] = [];
  const head = await readLastOrdinal(parts.log).catch((error: unknown) => {
    reasons.push(`the log can’t be read: ${error instanceof Error ? error.message : String(error)}`);
    // the last ordinal in memory: lags are then relative to it, and never negative
    return parts.memory.ordinal;
  });
  const free = parts.folder.freeBytes();
  if (free < lowDisk) reasons.push(`the disk of ${parts.folder.path} is nearly full: ${Math.floor(free / 1024 / 1024)} MiB left`);
  if (parts.reserve?.isShort) reasons.push(describeShortage(parts.reserve.bytes));
  const logTrouble = logTroubleOf(parts.log);
  if (logTrouble) reasons.push(logTrouble);
  const lagOf = (ordinal: number): number => Math.max(head - ordinal, 0);
  const memoryLag = lagOf(parts.memory.ordinal);
  const reactorLag = parts.reacting.reactor ? lagOf(parts.reacting.reactor.position) : 0;
  const stalled = parts.reacting.reactor?.watch.stalledFor() ?? 0;
  const standstill = parts.reacting.reactor?.describeStandstill();
  if (standstill)
    reasons.push(`the reactor has handled nothing for ${Math.floor(stalled / 1_000)} s although work is waiting: ${standstill}`);
  const eventsBehind = parts.reacting.reactor ? 0 : parts.feed.countBehind();
  if (eventsBehind > stalledAfter) reasons.push(`memory is ${Math.floor(eventsBehind / 1_000)} s behind the log`);
  const reactorLate = (parts.reacting.reactor?.watch.lateFor() ?? 0) / 1_000;
  return {
    ok: reasons.length === 0,
    why: reasons,
    head,
    memoryLag,
    reactorLag,
    viewsLag: lagOf(parts.views.projector.position.ordinal),
    reactorStalled: stalled / 1_000,
    reactorLate,
  };
};

const describeShortage = (bytes: number): string =>
  `the disk is full: the ${bytes / 1024 / 1024} MiB reserve is in use for acknowledgements and pages, and new alerts are refused until there is space`;

/**
 * The last ordinal within a short time limit, because status requests must not wait as long as an append does. Rejects with
 * LogUnavailable.
 */
export const readLastOrdinal = async (log: Pick<EventLog, 'head'>): Promise<number> => {
  const head = log.head();
  head.catch(() => {});
  const answerReceived = new AbortController();
  const late = pause(answerWithin, undefined, { ref: false, signal: answerReceived.signal }).then(() => {
    throw new LogUnavailable('not_applied', `no answer within ${answerWithin / 1_000} s`);
  });
  late.catch(() => {});
  try {
    return (await Promise.race([head, late])).ordinal;
  } finally {
    answerReceived.abort();
  }
};

/**
 * Seconds of log time between the last event of the views and the last event of the log; 0 when they are up to date. Before their
 * first event: since the start.
 */
export const countSecondsBehind = (parts: Dependencies): number => {
  const { logTime, ordinal } = parts.views.projector.position;
  if (ordinal >= parts.memory.ordinal) return 0;
  const [since, until] = logTime === '' ? [parts.reacting.since, parts.clock.now()] : [logTime, parts.memory.logTime];
  return since === null ? 0 : Math.max(millisBetween(since, until), 0) / 1_000;
};

/** Views that can’t answer yet: they are being built for the first time, or rebuilt. */
export const unreadyViews = (parts: Dependencies): readonly string[] =>
  domain.views.map(({ name }) => name).filter((name) => !parts.views.isReady(name));
