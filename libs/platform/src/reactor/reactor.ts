import { setTimeout as pause } from 'node:timers/promises';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { gathered } from '@tocsin/kernel/gathered.js';
import { needsOf, react, systemActor, type Planned } from '@tocsin/kernel/process.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { Timers, type DueTimer } from '@tocsin/kernel/timers.js';
import type { CommandRunner, Order, Settled } from '../bus/command-runner.js';
import type { Clock } from '../clock/clock.js';
import type { EventLog, StoredEvent, Subscription } from '../event-log/event-log.js';
import type { Decode } from '../feed/decoding.js';
import type { MemoryFeed } from '../feed/memory-feed.js';
import { inLanes } from './lanes.js';

/** What is done outside because of an event: a provider is called. Runs beside the loop; its outcome comes back as a command. */
export type Effect = (event: Recorded) => Promise<void>;

export interface ReactorParts {
  readonly domain: Domain;
  readonly log: EventLog;
  readonly decode: Decode;
  readonly feed: MemoryFeed;
  readonly runner: CommandRunner;
  readonly clock: Clock;
  readonly epoch: number;
  readonly effects: Readonly<Record<string, Effect>>;
  /** Everything up to this ordinal has been reacted to. */
  readonly loadCheckpoint: () => number;
  readonly saveCheckpoint: (ordinal: number) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Milliseconds. In a storm a few long runs cost less than many short ones; what comes alone is not held back. */
const restInStorms = 20;

/** A process’s command may meet a person’s on the same stream: it tries longer. */
const tries = 20;
const restAfterTrouble = 1_000;

/**
 * The one active holder of what happens by itself: it follows the log, lets processes react, decides on gathered events, and
 * sends the commands of timers that are due. All it decides is an event, so a second try after a crash finds it done.
 */
export class Reactor {
  private readonly timers = new Timers();
  private subscription: Subscription | undefined;
  private ringing: Promise<void> | undefined;
  private cancelAlarm: () => void = () => {};
  private stopped = false;
  private resting: NodeJS.Timeout | undefined;
  /** Calls to providers that have not been answered. */
  private readonly outside = new Map<Promise<void>, number>();
  private gatheredUpTo = 0;
  private lastRun = 0;

  constructor(private readonly parts: ReactorParts) {}

  start(): void {
    const { domain, feed, log, loadCheckpoint, onTrouble } = this.parts;
    for (const { view, category, due } of domain.timers) {
      const put = (id: string, row: unknown): void =>
        this.timers.set(`${category}-${id}`, row === null ? [] : due(row as never, this.parts.epoch));
      for (const [id, row] of feed.memory.rows(view).entries()) put(id, row);
      feed.memory.onChange((changed, id, row) => {
        if (changed !== view) return;
        put(id, row);
        this.arm();
      });
    }
    const from = loadCheckpoint();
    this.gatheredUpTo = from;
    this.subscription = log.follow(from, (events) => this.handle(events), onTrouble);
    this.arm();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.cancelAlarm();
    clearTimeout(this.resting);
    await this.subscription?.stop();
    await this.ringing;
    await Promise.allSettled(this.outside.keys());
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
    const since = performance.now() - ms;
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
    const { feed, decode, domain, saveCheckpoint } = this.parts;
    const events = stored.map(decode);
    await feed.reached(stored.at(-1)!.token);
    const runs = domain.gatherings.flatMap((gathering) => gathered(gathering, events, this.gatheredUpTo));
    for (const planned of runs) await this.send(planned);
    for (const event of events) await this.reactTo(event);
    for (const event of events) this.callOut(event);
    this.gatheredUpTo = events.at(-1)!.ordinal;
    saveCheckpoint(this.gatheredUpTo);
    if (runs.length > 0) await this.restAfterRun();
  }

  private async restAfterRun(): Promise<void> {
    const isStorm = performance.now() - this.lastRun < restInStorms;
    if (isStorm && !this.stopped) await pause(restInStorms);
    this.lastRun = performance.now();
  }

  private async reactTo(event: Recorded): Promise<void> {
    const { domain, log, decode } = this.parts;
    const ordinals = needsOf(domain.processes, event);
    const needed = new Map<number, Recorded>();
    if (ordinals.length > 0) for (const stored of await log.readOrdinals(ordinals)) needed.set(stored.ordinal, decode(stored));
    const planned = react(domain.processes, event, needed);
    await inLanes(
      planned,
      (one) => this.parts.runner.streamOf(this.order(one)),
      async (one) => void (await this.send(one)),
    );
  }

  private callOut(event: Recorded): void {
    const effect = this.parts.effects[event.type];
    if (!effect) return;
    const call: Promise<void> = effect(event)
      .catch(this.parts.onTrouble)
      .finally(() => this.outside.delete(call));
    this.outside.set(call, performance.now());
  }

  private order({ actor, ...planned }: Planned): Order {
    return { ...planned, actor: actor ?? systemActor, epoch: this.parts.epoch };
  }

  private async send(planned: Planned): Promise<Settled> {
    const settled = await this.parts.runner.run(this.order(planned), tries);
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
        this.resting = setTimeout(() => this.rung(), restAfterTrouble);
      },
    );
  }

  private rung(): void {
    this.resting = undefined;
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
    }
  }

  private async fire(due: DueTimer): Promise<void> {
    const settled = await this.send(due.planned);
    // The row that it came from changes when its event is folded; when nothing came of it, it must not spin.
    if (settled.kind === 'done') await this.parts.feed.reached(settled.token);
    else this.timers.spend(due);
  }
}
