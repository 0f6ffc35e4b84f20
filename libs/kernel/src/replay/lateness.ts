import type { Recorded } from '@tocsin/contracts/envelope.js';
import { MemoryRows } from '../rows/memory-rows.js';
import { isSameTimer, type Timer } from '../react/process.js';
import type { Domain } from '../registry.js';
import { between, later } from '../time.js';

/** A timer that was due for too long: until its stream said otherwise, or still when the log ends. */
export interface LateTimer {
  readonly stream: string;
  readonly timer: string;
  readonly dueAt: string;
  /** Milliseconds, of log time. */
  readonly by: number;
}

interface Due {
  readonly timer: Timer;
  /** From when on it could be seen. */
  readonly since: string;
}

/** Timers that stayed due for longer than so many milliseconds. */
export const lateTimers = (domain: Domain, events: readonly Recorded[], lateness: number): readonly LateTimer[] => {
  const memory = new MemoryRows(domain.memory);
  const waiting = new Map<string, readonly Due[]>();
  const late: LateTimer[] = [];
  let now = '';
  let epoch = 0;
  const judge = (stream: string, { timer, since }: Due): void => {
    const by = between(later(timer.dueAt, since), now);
    if (by > lateness) late.push({ stream, timer: timer.name, dueAt: timer.dueAt, by });
  };
  memory.onChange((view, id, row) => {
    for (const timed of domain.timers.filter((one) => one.view === view)) {
      const stream = `${timed.category}-${id}`;
      const before = waiting.get(stream) ?? [];
      const timers = row === null ? [] : timed.due(row as never, epoch);
      const same = (timer: Timer): Due | undefined => before.find((due) => isSameTimer(due.timer, timer));
      for (const due of before) if (!timers.some((timer) => same(timer) === due)) judge(stream, due);
      waiting.set(
        stream,
        timers.map((timer) => same(timer) ?? { timer, since: now }),
      );
    }
  });
  for (const event of events) {
    now = later(now, event.meta.at);
    epoch = Math.max(epoch, event.meta.epoch ?? 0);
    memory.apply(event);
  }
  for (const [stream, dues] of waiting) for (const due of dues) judge(stream, due);
  return late;
};
