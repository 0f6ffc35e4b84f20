import { setTimeout as pause } from 'node:timers/promises';
import { domain } from '@tocsin/domain/registry.js';
import { between } from '@tocsin/kernel/time.js';
import { LogUnavailable, type EventLog } from '@tocsin/platform/event-log/event-log.js';
import type { Core } from '../core/core.js';

export interface Readiness {
  readonly ok: boolean;
  readonly why: readonly string[];
  readonly head: number;
  readonly memoryLag: number;
  readonly reactorLag: number;
  readonly viewsLag: number;
}

/** Far behind means that it does not keep up; a burst in flight is no trouble. */
const tolerated = 10_000;
/** Milliseconds. */
const answerWithin = 2_000;
const lowDisk = 64 * 1024 * 1024;

/** Whether log and reactor work: what paging needs. Screens may still be building. A log that does not answer is said after two seconds. */
export const isWorking = async (core: Core): Promise<Readiness> => {
  const why: string[] = [];
  const head = await lastOrdinal(core.log).catch((error: unknown) => {
    why.push(`the log can’t be read: ${error instanceof Error ? error.message : String(error)}`);
    // what is known of it: the lags are then those of this moment too, and never below nought
    return core.memory.ordinal;
  });
  const free = core.folder.freeBytes();
  if (free < lowDisk) why.push(`the disk of ${core.folder.path} is nearly full: ${Math.floor(free / 1024 / 1024)} MiB left`);
  const trouble = core.logTrouble();
  if (trouble) why.push(trouble);
  const lagOf = (ordinal: number): number => Math.max(head - ordinal, 0);
  const memoryLag = lagOf(core.memory.ordinal);
  const reactorLag = core.reactor ? lagOf(core.reactor.position) : 0;
  if (memoryLag > tolerated) why.push(`memory is ${memoryLag} events behind the log`);
  if (reactorLag > tolerated) why.push(`the reactor is ${reactorLag} events behind the log`);
  return { ok: why.length === 0, why, head, memoryLag, reactorLag, viewsLag: lagOf(core.projector.position.ordinal) };
};

/** Whoever asks how things are must not wait for as long as an append does. */
const lastOrdinal = async (log: EventLog): Promise<number> => {
  const asked = log.head();
  asked.catch(() => {});
  const late = pause(answerWithin, undefined, { ref: false }).then(() => {
    throw new LogUnavailable('not_applied', `no answer within ${answerWithin / 1_000} s`);
  });
  return (await Promise.race([asked, late])).ordinal;
};

/** Seconds of log time between what the views have seen last and what there is; 0 when they are up to date. Before their first event: since the start. */
export const secondsBehind = (core: Core): number => {
  const { logTime, ordinal } = core.projector.position;
  if (ordinal >= core.memory.ordinal) return 0;
  const [since, until] = logTime === '' ? [core.workingSince, core.clock.now()] : [logTime, core.memory.logTime];
  return since === null ? 0 : Math.max(between(since, until), 0) / 1_000;
};

/** Views that do not answer yet: they are built for the first time, or anew. */
export const viewsNotReady = (core: Core): readonly string[] => domain.views.map(({ name }) => name).filter((name) => !core.isReady(name));
