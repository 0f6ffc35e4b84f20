import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { Order } from '@tocsin/kernel/decision-step.js';
import { mostTries, restAfter } from '@tocsin/kernel/failure.js';
import { pageStep, recordFailure, timerStep, type PagePorts, type TimerPorts } from '@tocsin/kernel/page-step.js';
import { derivedId } from '@tocsin/kernel/ids.js';
import { reacting, restOf, systemActor, type Planned } from '@tocsin/kernel/process.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { runAsync } from '@tocsin/kernel/step.js';
import { Timers, type DueTimer } from '@tocsin/kernel/timers.js';
import type { CommandRunner, Settled } from '../bus/command-runner.js';
import type { Clock } from '../clock/clock.js';
import { pause, systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';
import type { EventLog, StoredEvent, Subscription } from '../event-log/event-log.js';
import type { Decode } from '../feed/decoding.js';
import type { MemoryFeed } from '../feed/memory-feed.js';
import { isWaitedOut, reasonOf } from './faults.js';
import { CallSlots } from './call-slots.js';
import { inLanes } from './lanes.js';
import { ReactorWatch } from './watch.js';

/** What is done outside because of an event: a provider is called. Runs beside the loop; its outcome comes back as a command. */
export type Effect = (event: Recorded) => Promise<void>;

export interface StartingPoint {
  /** Everything up to this ordinal has been reacted to. */
  readonly after: number;
  /** What stands up to this ordinal calls nobody outside: it has called, or nobody knows whether it has. */
  readonly callsAfter: number;
}

export interface ReactorParts {
  readonly domain: Domain;
  readonly log: EventLog;
  readonly decode: Decode;
  readonly feed: MemoryFeed;
  readonly runner: CommandRunner;
  readonly clock: Clock;
  /** By which it waits; the machine’s when absent. */
  readonly monotonic?: MonotonicClock;
  readonly epoch: number;
  readonly effects: Readonly<Record<string, Effect>>;
  /** Where to begin while the log says nothing of how far it has been handled. */
  readonly before: StartingPoint;
  readonly onTrouble: (error: unknown) => void;
  /** The provider that a timer’s command will call, where it calls one. */
  readonly claims?: (due: DueTimer) => string | undefined;
  /** Calls to one provider at once; that of the limits when absent. */
  readonly callsAtOnce?: number;
}

/** Milliseconds. In a storm a few long runs cost less than many short ones; what comes alone is not held back. */
const restInStorms = 20;

/** A process’s command may meet a person’s on the same stream: it tries longer. */
const tries = 20;
const restAfterTrouble = 1_000;
/** Events: so many, in which the reactor has appended nothing, are looked at again at most. */
const claimEvery = 10_000;

/**
 * The one active holder of what happens by itself: it follows the log, lets processes react, decides on gathered events, and
 * sends the commands of timers that are due. All it decides is an event, so a second try after a crash finds it done.
 */
export class Reactor {
  private readonly timers = new Timers();
  private readonly monotonic: MonotonicClock;
  private subscription: Subscription | undefined;
  private ringing: Promise<void> | undefined;
  private cancelAlarm: () => void = () => {};
  private stopped = false;
  private cancelRest: () => void = () => {};
  /** Calls to providers that have not been answered. */
  private readonly outside = new Map<Promise<void>, number>();
  /** Everything up to this ordinal has been handled; and as the log says it; and the last of it that asked for something. */
  private gatheredUpTo = 0;
  private claimedUpTo = 0;
  private workUpTo = 0;
  private lastHandled: Recorded | undefined;
  /** Effects up to this ordinal have begun: a page that is handled again begins none twice. */
  private calledUpTo = 0;
  private readonly slots: CallSlots;
  /** How often a timer has failed by its own fault. */
  private readonly faultsOfTimers = new Map<string, number>();
  /** Whether it moves, by a clock that only runs forward. */
  readonly watch: ReactorWatch;
  private lastRun = 0;

  constructor(private readonly parts: ReactorParts) {
    this.monotonic = parts.monotonic ?? systemMonotonicClock;
    this.watch = new ReactorWatch(this.monotonic);
    this.slots = new CallSlots(parts.callsAtOnce ?? limits.callsAtOnce);
  }

  start(): void {
    const { domain, feed, log, epoch, before, onTrouble } = this.parts;
    this.timers.planAll(domain, feed.memory, epoch);
    feed.memory.onChange((view, id, row) => {
      if (!domain.timers.some((timedRows) => timedRows.view === view)) return;
      this.timers.plan(domain, view, id, row, epoch);
      this.arm();
    });
    this.watch.start(async () => {
      const { ordinal } = await log.head();
      const next = this.timers.next();
      return { head: ordinal, position: this.position, isTimerDue: next !== undefined && next <= this.parts.clock.now() };
    });
    const { handledUpTo } = feed.memory;
    const { after, callsAfter } = handledUpTo > 0 ? { after: handledUpTo, callsAfter: handledUpTo } : before;
    this.gatheredUpTo = this.claimedUpTo = this.workUpTo = after;
    this.calledUpTo = callsAfter;
    this.subscription = log.follow(after, (events) => this.handle(events), onTrouble);
    this.arm();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelAlarm();
    this.cancelRest();
    this.watch.stop();
    await this.subscription?.stop();
    await this.ringing;
    await Promise.allSettled(this.outside.keys());
    // a shortcut: without it the next one looks at the last events again
    await this.claimProgress().catch(() => {});
  }

  get position(): number {
    return this.subscription?.position ?? 0;
  }

  /** The earliest instant at which a timer is due. */
  nextDue(): string | undefined {
    return this.timers.next();
  }

  /** Nothing is due, and nobody is working on what was. */
  get idle(): boolean {
    const next = this.timers.next();
    return this.ringing === undefined && (next === undefined || next > this.parts.clock.now());
  }

  /** Calls under way that began less than so many milliseconds ago. */
  callsYoungerThan(ms: number): number {
    const since = this.monotonic.now() - ms;
    return [...this.outside.values()].filter((began) => began > since).length;
  }

  /** Calls under way. */
  get callsOut(): number {
    return this.outside.size;
  }

  get timersWaiting(): number {
    return this.timers.size;
  }

  private async handle(stored: readonly StoredEvent[]): Promise<void> {
    const { feed, decode, domain } = this.parts;
    const events = stored.map(decode);
    await feed.reached(stored.at(-1)!.token);
    const runs = await runAsync(pageStep(domain, events, this.gatheredUpTo, this.pagePorts));
    this.watch.moved();
    this.gatheredUpTo = events.at(-1)!.ordinal;
    this.lastHandled = events.at(-1)!;
    if (events.some((event) => this.isWork(event))) this.workUpTo = this.gatheredUpTo;
    if (this.gatheredUpTo - this.claimedUpTo >= claimEvery) await this.claimProgress();
    if (runs > 0) await this.restAfterRun();
  }

  private async restAfterRun(): Promise<void> {
    const isStorm = this.monotonic.now() - this.lastRun < restInStorms;
    if (isStorm && !this.stopped) await pause(this.monotonic, restInStorms);
    this.lastRun = this.monotonic.now();
  }

  private readonly pagePorts: PagePorts = {
    send: (planned) => this.sendAll(planned),
    events: async (ordinals) => (await this.parts.log.readOrdinals(ordinals)).map(this.parts.decode),
    callOut: (event) => this.callOut(event),
    isWaitedOut,
    reasonOf,
    rest: async (ms) => void (this.stopped || (await pause(this.monotonic, ms))),
  };

  private async sendAll(planned: readonly Planned[]): Promise<readonly unknown[]> {
    const faults: unknown[] = [];
    await inLanes(
      [...planned.entries()],
      ([, one]) => this.laneOf(one),
      async ([n, one]) => {
        try {
          await this.sendParts(one);
        } catch (error) {
          if (isWaitedOut(error)) throw error;
          this.parts.onTrouble(error);
          faults[n] = error;
        }
        this.watch.moved();
      },
    );
    return faults;
  }

  /** A command whose stream can’t even be named fails alone, when it is sent. */
  private laneOf(planned: Planned): string {
    try {
      return this.parts.runner.streamOf(this.order(planned));
    } catch {
      return planned.commandId;
    }
  }

  private readonly timerPorts: TimerPorts<Settled> = {
    decide: async (planned) => {
      const settled = await this.send(planned);
      const callsOut = settled.kind === 'done' && settled.facts.some(({ type }) => this.parts.effects[type] !== undefined);
      if (!callsOut) this.slots.give(planned.commandId);
      return settled;
    },
    folded: (settled) => this.parts.feed.reached((settled as { readonly token: string }).token),
    spend: (due) => this.timers.spend(due),
  };

  private callOut(event: Recorded): void {
    const effect = this.parts.effects[event.type];
    if (!effect || event.ordinal <= this.calledUpTo) return;
    this.calledUpTo = event.ordinal;
    const call: Promise<void> = effect(event)
      .catch(this.parts.onTrouble)
      .finally(() => {
        this.outside.delete(call);
        this.slots.give(event.meta.commandId);
      });
    this.outside.set(call, this.monotonic.now());
  }

  /** What is recorded of an effect says how far the reactor has come, too. */
  get handledUpTo(): number {
    return this.gatheredUpTo;
  }

  /** Something follows from an event of this type: a decision, or a call. */
  private isWork({ type }: Recorded): boolean {
    const { domain, effects } = this.parts;
    return type in effects || domain.gatherings.some((one) => one.type === type) || reacting(domain.processes, type).length > 0;
  }

  /** Records how far it has come, where nothing else that it appended says so. */
  private async claimProgress(): Promise<void> {
    const { progress } = this.parts.domain;
    const { lastHandled, workUpTo, claimedUpTo } = this;
    const isWorthIt = workUpTo > claimedUpTo || this.gatheredUpTo - claimedUpTo >= claimEvery;
    if (!progress || !lastHandled || !isWorthIt) return;
    const { id, meta } = lastHandled;
    const commandId = derivedId(meta.at, id, 'progress', this.parts.epoch);
    await this.send({ command: progress, commandId, causationId: id, correlationId: meta.correlationId });
  }

  private order({ actor, rest: _rest, ...planned }: Planned): Order {
    return { ...planned, actor: actor ?? systemActor, epoch: this.parts.epoch, handledUpTo: this.gatheredUpTo };
  }

  private async sendParts(planned: Planned): Promise<void> {
    for (let part: Planned | undefined = planned; part;) part = restOf(part, await this.send(part));
  }

  private async send(planned: Planned): Promise<Settled> {
    const order = this.order(planned);
    const settled = await this.parts.runner.run(order, tries);
    if (settled.kind === 'done') this.claimedUpTo = Math.max(this.claimedUpTo, order.handledUpTo ?? 0);
    if (settled.kind === 'refused') this.parts.onTrouble(new Error(`${planned.command.type} was refused: ${settled.refused.code}`));
    return settled;
  }

  /** Sets the alarm for the next timer; several changes in one turn set it once. */
  private arm(): void {
    if (this.stopped || this.ringing) return;
    this.cancelAlarm();
    const next = this.timers.next();
    if (next !== undefined) this.cancelAlarm = this.parts.clock.at(next, () => this.ring());
  }

  private ring(): void {
    if (this.stopped || this.ringing) return;
    this.ringing = this.ringAll().then(
      () => this.rung(),
      (error: unknown) => {
        this.parts.onTrouble(error);
        // What could not be decided stays due: tried again soon, not at once and for ever.
        this.cancelRest = this.monotonic.after(restAfterTrouble, () => this.rung());
      },
    );
  }

  private rung(): void {
    this.ringing = undefined;
    this.arm();
  }

  private async ringAll(): Promise<void> {
    for (
      let due = this.timers.due(this.parts.clock.now());
      due.length > 0 && !this.stopped;
      due = this.timers.due(this.parts.clock.now())
    ) {
      await inLanes(
        due,
        ({ stream }) => stream,
        (one) => this.fire(one),
      );
      await this.restAfterFaults();
    }
  }

  /** A call is claimed only when its provider has room; until then its timer stands aside, and whoever cancels it cancels it. */
  private hasRoom(due: DueTimer): boolean {
    const provider = this.parts.claims?.(due);
    if (provider === undefined) return true;
    return this.slots.take(provider, due.planned.commandId, () => {
      this.timers.revive(due);
      this.arm();
    });
  }

  private async fire(due: DueTimer): Promise<void> {
    if (!this.hasRoom(due)) return this.timers.spend(due);
    try {
      await runAsync(timerStep(due, this.timerPorts));
      this.faultsOfTimers.delete(due.planned.commandId);
    } catch (error) {
      this.slots.give(due.planned.commandId);
      if (isWaitedOut(error)) throw error;
      this.parts.onTrouble(error);
      await this.countFault(due, error);
    }
    this.watch.moved();
  }

  /** A timer that fails again and again is given up until its row changes; the others ring on. */
  private async countFault({ stream, timer, planned }: DueTimer, fault: unknown): Promise<void> {
    const tries = (this.faultsOfTimers.get(planned.commandId) ?? 0) + 1;
    this.faultsOfTimers.set(planned.commandId, tries);
    if (tries < mostTries) return;
    const { correlationId, causationId } = planned;
    const named = { kind: 'timer', what: timer.name, stream, ordinal: null, at: timer.dueAt } as const;
    await runAsync(recordFailure(this.parts.domain, { ...named, planned, fault, causes: { correlationId, causationId } }, this.pagePorts));
    this.faultsOfTimers.delete(planned.commandId);
    this.timers.spend({ stream, timer, planned });
  }

  private async restAfterFaults(): Promise<void> {
    if (this.faultsOfTimers.size > 0 && !this.stopped) await pause(this.monotonic, restAfter(Math.min(...this.faultsOfTimers.values())));
  }
}
