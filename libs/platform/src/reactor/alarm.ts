import { rankOf } from '@tocsin/kernel/react/due-queue.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { maxTries, backOffOf } from '@tocsin/kernel/react/failure.js';
import { Timers, type DueTimer } from '@tocsin/kernel/react/timers.js';
import type { Clock } from '../clock/clock.js';
import { pause, type MonotonicClock } from '../clock/monotonic-clock.js';
import type { CallPlaces } from './call-places.js';
import { isWaitedOut, pauseOfOutage, reasonOf } from './faults.js';
import { inLanes } from './lanes.js';

export interface AlarmDependencies {
  readonly domain: Domain;
  readonly epoch: number;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly onTrouble: (error: unknown) => void;
  readonly places: Pick<CallPlaces, 'mayClaim' | 'isTurn' | 'callUp' | 'releaseUnclaimed'>;
  readonly fire: (due: DueTimer) => Promise<void>;
  /** Called when a timer is abandoned after repeated failures. */
  readonly giveUp: (due: DueTimer, fault: unknown) => Promise<void>;
  readonly onMoved: () => void;
}

/** Fires timers that are due: one alarm, set for the earliest timer of all rows in memory. */
export class Alarm {
  private readonly timers: Timers;
  private ringing: Promise<void> | undefined;
  private cancel: () => void = () => {};
  private cancelRest: () => void = () => {};
  private isStopped = false;
  private isArming = false;
  /** Consecutive faults of each timer, by the id of its command. */
  private readonly faults = new Map<string, number>();

  constructor(private readonly dependencies: AlarmDependencies) {
    this.timers = new Timers((fault, stream) =>
      dependencies.onTrouble(new Error(`The timers of ${stream} can’t be worked out: ${reasonOf(fault)}`, { cause: fault })),
    );
  }

  start(memory: MemoryRows): void {
    const { domain, epoch } = this.dependencies;
    this.timers.planAll(domain, memory, epoch);
    memory.onChange((view, id, row) => {
      if (!domain.timers.some((timedRows) => timedRows.view === view)) return;
      this.timers.plan(domain, view, id, row, epoch);
      this.armSoon();
    });
    this.arm();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancel();
    this.cancelRest();
    await this.ringing;
  }

  /** The earliest instant at which a timer is due; now if a claim is waiting and its slot is free. */
  next(): string | undefined {
    return this.dependencies.places.isTurn ? this.dependencies.clock.now() : this.timers.next();
  }

  handleFreePlace(): void {
    if (this.dependencies.places.isTurn) this.arm();
  }

  get isDue(): boolean {
    const next = this.next();
    return next !== undefined && next <= this.dependencies.clock.now();
  }

  /** No timer is due, and none is being handled. */
  get isIdle(): boolean {
    return this.ringing === undefined && !this.isDue;
  }

  get size(): number {
    return this.timers.size;
  }

  removeTimer(due: DueTimer): void {
    this.timers.spend(due);
  }

  refire(stream: string, timer: string): void {
    this.timers.reviveByName(stream, timer);
    this.arm();
  }

  /** Once for all rows that a batch of events changes: their timers are planned when the next one is read. */
  private armSoon(): void {
    if (this.isArming) return;
    this.isArming = true;
    queueMicrotask(() => {
      this.isArming = false;
      this.arm();
    });
  }

  private arm(): void {
    if (this.isStopped || this.ringing) return;
    this.cancel();
    const next = this.next();
    if (next !== undefined) this.cancel = this.dependencies.clock.at(next, () => this.fireNext());
  }

  private fireNext(): void {
    if (this.isStopped || this.ringing) return;
    this.ringing = this.fireAll().then(
      () => this.handleEnd(),
      (error: unknown) => {
        this.dependencies.onTrouble(error);
        // a timer that could not be decided stays due: it is tried again after a pause, not at once in an endless loop
        this.cancelRest = this.dependencies.monotonic.after(pauseOfOutage, () => this.handleEnd(), { mayBeEarly: true });
      },
    );
  }

  private handleEnd(): void {
    this.ringing = undefined;
    this.arm();
  }

  private async fireAll(): Promise<void> {
    for (;;) {
      this.dependencies.places.callUp((dueTimer) => this.timers.revive(dueTimer));
      const due = this.timers.takePortion(this.dependencies.clock.now(), this.faults.size > 0);
      if (due.length === 0 || this.isStopped) return;
      await inLanes(
        due,
        ({ stream }) => stream,
        (one) => this.fire(one),
        this.dependencies.monotonic,
      );
      if (this.faults.size > 0 && !this.isStopped) await pause(this.dependencies.monotonic, backOffOf(Math.min(...this.faults.values())));
    }
  }

  /** A call is only claimed when its provider has a free slot; until then its timer waits, and can still be cancelled. */
  private hasRoom(due: DueTimer): boolean {
    const { lapsesAt } = due.timer;
    const isLapsed = lapsesAt !== undefined && lapsesAt <= this.dependencies.clock.now();
    return isLapsed || this.dependencies.places.mayClaim(due, () => this.isSuperseded(due));
  }

  /** Whether a timer of a higher rank became due in the meantime. Ignored while a timer fails, so that it blocks no others. */
  private isSuperseded({ timer }: DueTimer): boolean {
    if (this.faults.size > 0) return false;
    const [first] = this.timers.takeDue(this.dependencies.clock.now(), 1);
    return first !== undefined && rankOf(first.timer) < rankOf(timer);
  }

  private async fire(due: DueTimer): Promise<void> {
    if (!this.hasRoom(due)) return this.timers.postpone(due);
    try {
      await this.dependencies.fire(due);
      this.faults.delete(due.planned.commandId);
    } catch (error) {
      this.dependencies.places.releaseUnclaimed(due.planned);
      if (isWaitedOut(error)) throw error;
      this.dependencies.onTrouble(error);
      await this.countFault(due, error);
    }
    this.dependencies.onMoved();
  }

  /** A timer that fails repeatedly is abandoned until its row changes; the others continue. */
  private async countFault(due: DueTimer, fault: unknown): Promise<void> {
    const { commandId } = due.planned;
    const tries = (this.faults.get(commandId) ?? 0) + 1;
    this.faults.set(commandId, tries);
    if (tries < maxTries) return;
    await this.dependencies.giveUp(due, fault);
    this.faults.delete(commandId);
    this.timers.spend(due);
  }
}
