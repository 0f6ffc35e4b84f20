import { rankOf } from '@tocsin/kernel/react/due-queue.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { mostTries, restAfter } from '@tocsin/kernel/react/failure.js';
import { Timers, type DueTimer } from '@tocsin/kernel/react/timers.js';
import type { Clock } from '../clock/clock.js';
import { pause, type MonotonicClock } from '../clock/monotonic-clock.js';
import type { CallPlaces } from './call-places.js';
import { isWaitedOut, reasonOf } from './faults.js';
import { inLanes } from './lanes.js';

/** Milliseconds. */
const restAfterTrouble = 1_000;

/** Timers. After so many what is due is looked at again: what became urgent meanwhile does not wait for all of a storm. */
const mostInOneGo = 128;

/** Those that go first: what they make due at the same instant goes before what is less urgent. */
const firstRankOf = (due: readonly DueTimer[]): readonly DueTimer[] => due.filter(({ timer }) => rankOf(timer) === rankOf(due[0]!.timer));

export interface AlarmParts {
  readonly domain: Domain;
  readonly epoch: number;
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly onTrouble: (error: unknown) => void;
  /** Of the calls that timers claim. */
  readonly places: Pick<CallPlaces, 'mayClaim' | 'isTurn' | 'callUp' | 'notClaimed'>;
  /** Sends its command. */
  readonly fire: (due: DueTimer) => Promise<void>;
  /** It failed so often that it is given up. */
  readonly giveUp: (due: DueTimer, fault: unknown) => Promise<void>;
  /** One thing was handled. */
  readonly moved: () => void;
}

/** Fires what is due, by the clock: one alarm, set for the earliest timer of all rows of memory. */
export class Alarm {
  private readonly timers: Timers;
  private ringing: Promise<void> | undefined;
  private cancel: () => void = () => {};
  private cancelRest: () => void = () => {};
  private stopped = false;
  /** How often a timer has failed by its own fault. */
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

  /** Resolves when nothing fires any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.cancel();
    this.cancelRest();
    await this.ringing;
  }

  /** The earliest instant at which a timer is due, unless something is due already. */
  next(): string | undefined {
    return this.parts.places.isTurn ? this.parts.clock.now() : this.timers.next();
  }

  /** A place for a call was given back. */
  placeIsFree(): void {
    if (this.parts.places.isTurn) this.arm();
  }

  get isDue(): boolean {
    const next = this.next();
    return next !== undefined && next <= this.parts.clock.now();
  }

  /** Nothing is due, and nobody is working on what was. */
  get isIdle(): boolean {
    return this.ringing === undefined && !this.isDue;
  }

  /** Streams that wait for something. */
  get size(): number {
    return this.timers.size;
  }

  spend(due: DueTimer): void {
    this.timers.spend(due);
  }

  /** Once more, if it was given up. */
  fireAgain(stream: string, timer: string): void {
    this.timers.reviveNamed(stream, timer);
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
        // What could not be decided stays due: tried again soon, not at once and for ever.
        this.cancelRest = this.parts.monotonic.after(restAfterTrouble, () => this.ended());
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
      const due = this.timers.due(this.parts.clock.now(), mostInOneGo);
      if (due.length === 0 || this.stopped) return;
      await inLanes(
        // nobody waits for one that fails
        this.faults.size > 0 ? due : firstRankOf(due),
        ({ stream }) => stream,
        (one) => this.fire(one),
        this.parts.monotonic,
      );
      if (this.faults.size > 0 && !this.stopped) await pause(this.parts.monotonic, restAfter(Math.min(...this.faults.values())));
    }
  }

  /** A call is claimed only when its provider has room; until then its timer stands aside, and whoever cancels it cancels it. */
  private hasRoom(due: DueTimer): boolean {
    const { lapsesAt } = due.timer;
    const isLapsed = lapsesAt !== undefined && lapsesAt <= this.parts.clock.now();
    return isLapsed || this.parts.places.mayClaim(due, () => this.isOvertaken(due));
  }

  /** Something that goes before it became due meanwhile. One that fails holds up nobody. */
  private isOvertaken({ timer }: DueTimer): boolean {
    if (this.faults.size > 0) return false;
    const [first] = this.timers.due(this.parts.clock.now(), 1);
    return first !== undefined && rankOf(first.timer) < rankOf(timer);
  }

  private async fire(due: DueTimer): Promise<void> {
    if (!this.hasRoom(due)) return this.timers.standAside(due);
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

  /** A timer that fails again and again is given up until its row changes; the others ring on. */
  private async countFault(due: DueTimer, fault: unknown): Promise<void> {
    const { commandId } = due.planned;
    const tries = (this.faults.get(commandId) ?? 0) + 1;
    this.faults.set(commandId, tries);
    if (tries < mostTries) return;
    await this.parts.giveUp(due, fault);
    this.faults.delete(commandId);
    this.timers.spend(due);
  }
}
