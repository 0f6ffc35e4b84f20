import { rankOf } from '@tocsin/kernel/react/due-queue.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { maxTries, backOffOf } from '@tocsin/kernel/react/failure.js';
import { Timers, type DueTimer } from '@tocsin/kernel/react/timers.js';
import type { Clock } from '../clock/clock.js';
import { pause, type MonotonicClock } from '../clock/monotonic-clock.js';
import type { CallPlaces } from './call-places.js';
import { isWaitedOut, reasonOf } from './faults.js';
import { inLanes } from './lanes.js';

/** Milliseconds. */
const backOff = 1_000;

/** Timers in one batch. After each batch, due timers are read again, so that one that became urgent need not wait for a whole storm. */
const maxInOneGo = 128;

/** Timers of the first rank: what they make due at the same instant comes before less urgent timers. */
const firstRankOf = (due: readonly DueTimer[]): readonly DueTimer[] => due.filter(({ timer }) => rankOf(timer) === rankOf(due[0]!.timer));

export interface AlarmParts {
  readonly domain: Domain;
  readonly epoch: number;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly onTrouble: (error: unknown) => void;
  /** The slots for calls that timers claim. */
  readonly places: Pick<CallPlaces, 'mayClaim' | 'isTurn' | 'callUp' | 'notClaimed'>;
  /** Sends the timer’s command. */
  readonly fire: (due: DueTimer) => Promise<void>;
  /** Called when a timer is abandoned after repeated failures. */
  readonly giveUp: (due: DueTimer, fault: unknown) => Promise<void>;
  /** Called after each handled timer. */
  readonly moved: () => void;
}

/** Fires timers that are due: one alarm, set for the earliest timer of all rows in memory. */
export class Alarm {
  private readonly timers: Timers;
  private ringing: Promise<void> | undefined;
  private cancel: () => void = () => {};
  private cancelRest: () => void = () => {};
  private stopped = false;
  /** Failures of each timer because of a bug. */
  private readonly faults = new Map<string, number>();

  constructor(private readonly parts: AlarmParts) {
    this.timers = new Timers((fault, stream) =>
      parts.onTrouble(new Error(`The timers of ${stream} can’t be worked out: ${reasonOf(fault)}`, { cause: fault })),
    );
  }

  start(memory: MemoryRows): void {
    const { domain, epoch } = this.parts;
    this.timers.planAll(domain, memory, epoch);
    memory.onChange((view, id, row) => {
      if (!domain.timers.some((timedRows) => timedRows.view === view)) return;
      this.timers.plan(domain, view, id, row, epoch);
      this.arm();
    });
    this.arm();
  }

  /** Resolves when no timer is firing. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancel();
    this.cancelRest();
    await this.ringing;
  }

  /** The earliest instant at which a timer is due; now if a claim is waiting and its slot is free. */
  next(): string | undefined {
    return this.parts.places.isTurn ? this.parts.clock.now() : this.timers.next();
  }

  /** A slot for a call was released. */
  placeIsFree(): void {
    if (this.parts.places.isTurn) this.arm();
  }

  get isDue(): boolean {
    const next = this.next();
    return next !== undefined && next <= this.parts.clock.now();
  }

  /** No timer is due, and none is being handled. */
  get isIdle(): boolean {
    return this.ringing === undefined && !this.isDue;
  }

  /** The number of streams with timers. */
  get size(): number {
    return this.timers.size;
  }

  spend(due: DueTimer): void {
    this.timers.spend(due);
  }

  /** Retries a timer that was given up. */
  fireAgain(stream: string, timer: string): void {
    this.timers.reviveByName(stream, timer);
    this.arm();
  }

  /** Sets the alarm for the next timer; several changes in one turn set it once. */
  private arm(): void {
    if (this.stopped || this.ringing) return;
    this.cancel();
    const next = this.next();
    if (next !== undefined) this.cancel = this.parts.clock.at(next, () => this.ring());
  }

  private ring(): void {
    if (this.stopped || this.ringing) return;
    this.ringing = this.ringAll().then(
      () => this.ended(),
      (error: unknown) => {
        this.parts.onTrouble(error);
        // A timer that could not be decided stays due: it is tried again after a pause, not at once in an endless loop.
        this.cancelRest = this.parts.monotonic.after(backOff, () => this.ended());
      },
    );
  }

  private ended(): void {
    this.ringing = undefined;
    this.arm();
  }

  private async ringAll(): Promise<void> {
    for (;;) {
      this.parts.places.callUp((waiting) => this.timers.revive(waiting));
      const due = this.timers.takeDue(this.parts.clock.now(), maxInOneGo);
      if (due.length === 0 || this.stopped) return;
      await inLanes(
        // a failing timer must not block the others, so ranks are ignored
        this.faults.size > 0 ? due : firstRankOf(due),
        ({ stream }) => stream,
        (one) => this.fire(one),
        this.parts.monotonic,
      );
      if (this.faults.size > 0 && !this.stopped) await pause(this.parts.monotonic, backOffOf(Math.min(...this.faults.values())));
    }
  }

  /** A call is only claimed when its provider has a free slot; until then its timer waits, and can still be cancelled. */
  private hasRoom(due: DueTimer): boolean {
    const { lapsesAt } = due.timer;
    const isLapsed = lapsesAt !== undefined && lapsesAt <= this.parts.clock.now();
    return isLapsed || this.parts.places.mayClaim(due, () => this.isOvertaken(due));
  }

  /** A timer of a higher rank became due in the meantime. Ignored while a timer fails, so that it blocks no others. */
  private isOvertaken({ timer }: DueTimer): boolean {
    if (this.faults.size > 0) return false;
    const [first] = this.timers.takeDue(this.parts.clock.now(), 1);
    return first !== undefined && rankOf(first.timer) < rankOf(timer);
  }

  private async fire(due: DueTimer): Promise<void> {
    if (!this.hasRoom(due)) return this.timers.postpone(due);
    try {
      await this.parts.fire(due);
      this.faults.delete(due.planned.commandId);
    } catch (error) {
      this.parts.places.notClaimed(due.planned);
      if (isWaitedOut(error)) throw error;
      this.parts.onTrouble(error);
      await this.countFault(due, error);
    }
    this.parts.moved();
  }

  /** A timer that fails repeatedly is abandoned until its row changes; the others continue. */
  private async countFault(due: DueTimer, fault: unknown): Promise<void> {
    const { commandId } = due.planned;
    const tries = (this.faults.get(commandId) ?? 0) + 1;
    this.faults.set(commandId, tries);
    if (tries < maxTries) return;
    await this.parts.giveUp(due, fault);
    this.faults.delete(commandId);
    this.timers.spend(due);
  }
}
