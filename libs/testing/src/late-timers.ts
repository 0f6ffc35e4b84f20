import type { Recorded } from '@tocsin/contracts/envelope.js';
import { timersOf } from '@tocsin/kernel/react/due.js';
import { isSameTimer, type Timer } from '@tocsin/kernel/react/process.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { laterOf, millisBetween } from '@tocsin/kernel/time.js';

/** A timer that stayed due for too long: until its stream changed, or until the log ended. */
interface LateTimer {
  readonly stream: string;
  readonly timer: string;
  readonly dueAt: string;
  /** In milliseconds of log time. */
  readonly by: number;
}

interface WaitingTimer {
  readonly timer: Timer;
  /** From when on it was visible. */
  readonly since: string;
}

/** The timers of a log that stayed due for more than `limit` milliseconds of log time: re-enactment finds no decision that was never made by one. */
export const findLateTimers = (domain: Domain, events: Iterable<Recorded>, limit: number): readonly LateTimer[] => {
  const found: LateTimer[] = [];
  const waiting = new Map<string, readonly WaitingTimer[]>();
  let [now, epoch] = ['', 0];
  const judge = (stream: string, { timer, since }: WaitingTimer): void => {
    const by = millisBetween(laterOf(timer.dueAt, since), now);
    if (by > limit) found.push({ stream, timer: timer.name, dueAt: timer.dueAt, by });
  };
  const memory = new MemoryRows(domain.memory);
  memory.onChange((view, id, row) => {
    // one that looks, and finds nothing, stays due for good
    for (const timedRows of domain.timers.filter((one) => one.view === view && !one.looks)) {
      const stream = `${timedRows.category}-${id}`;
      const before = waiting.get(stream) ?? [];
      const after = timersOf(timedRows, row, epoch).map(
        (timer) => before.find((due) => isSameTimer(due.timer, timer)) ?? { timer, since: now },
      );
      for (const due of before) if (!after.includes(due)) judge(stream, due);
      waiting.set(stream, after);
    }
  });
  for (const event of events) {
    now = laterOf(now, event.meta.at);
    epoch = Math.max(epoch, event.meta.epoch ?? 0);
    memory.apply(event);
  }
  for (const [stream, timers] of waiting) for (const due of timers) judge(stream, due);
  return found;
};
