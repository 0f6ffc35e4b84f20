import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import { timersOf } from '../react/due.js';
import { isSameTimer, type Timer } from '../react/process.js';
import type { Domain } from '../registry.js';
import { millisBetween, laterOf } from '../time.js';

/** A timer that stayed due for too long: until its stream changed, or until the log ended. */
export interface LateTimer {
  readonly stream: string;
  readonly timer: string;
  readonly dueAt: string;
  /** In milliseconds of log time. */
  readonly by: number;
}

interface WaitingTimer {
  readonly timer: Timer;
  /** When the timer became visible. */
  readonly since: string;
}

export class LateTimers {
  readonly found: LateTimer[] = [];
  private readonly waiting = new Map<string, readonly WaitingTimer[]>();
  private now = '';
  private epoch = 0;

  constructor(
    private readonly domain: Domain,
    memory: MemoryRows,
    private readonly lateness: number,
  ) {
    memory.onChange((view, id, row) => this.noteRow(view, id, row));
  }

  /** Must be called before memory folds the event. */
  before({ meta }: Recorded): void {
    this.now = laterOf(this.now, meta.at);
    this.epoch = Math.max(this.epoch, meta.epoch ?? 0);
  }

  /** Judges timers that are still due at the end of the log, too. */
  end(): readonly LateTimer[] {
    for (const [stream, dues] of this.waiting) for (const due of dues) this.judge(stream, due);
    this.waiting.clear();
    return this.found;
  }

  private noteRow(view: string, id: string, row: unknown): void {
    for (const timedRows of this.domain.timers.filter((one) => one.view === view)) {
      const stream = `${timedRows.category}-${id}`;
      const before = this.waiting.get(stream) ?? [];
      const timers = timersOf(timedRows, row, this.epoch);
      const matchingTimer = (timer: Timer): WaitingTimer | undefined => before.find((due) => isSameTimer(due.timer, timer));
      for (const due of before) if (!timers.some((timer) => matchingTimer(timer) === due)) this.judge(stream, due);
      if (timers.length === 0) this.waiting.delete(stream);
      else
        this.waiting.set(
          stream,
          timers.map((timer) => matchingTimer(timer) ?? { timer, since: this.now }),
        );
    }
  }

  private judge(stream: string, { timer, since }: WaitingTimer): void {
    const by = millisBetween(laterOf(timer.dueAt, since), this.now);
    if (by > this.lateness) this.found.push({ stream, timer: timer.name, dueAt: timer.dueAt, by });
  }
}
