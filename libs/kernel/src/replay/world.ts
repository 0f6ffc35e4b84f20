import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { runCommand, type CommandPorts } from '../decide/command-step.js';
import { DecisionStep, type Order } from '../decide/decision-step.js';
import { streamNameOf, type Message, type StreamsOf } from '../decide/decider.js';
import { deriveId } from '../ids.js';
import { systemActor } from '../react/process.js';
import type { Domain } from '../registry.js';
import type { MemoryRows } from '../rows/memory-rows.js';
import type { Rows } from '../rows/memory-table.js';
import { runSync } from '../step.js';
import { laterOf, addMillis } from '../time.js';
import type { ExternalAnswer } from './pending-answers.js';
import type { Streams } from './streams.js';
import { WorldClock } from './world/clock.js';
import { WorldLog, type WorldLogOptions } from './world/log.js';
import type { OrderOptions, WorldOutcome } from './world/outcome.js';
import { WorldReactor } from './world/reactor.js';

export interface WorldOptions extends WorldLogOptions {
  readonly start: string;
  /** The epoch of the leading reactor; 1 when absent. */
  readonly epoch?: number;
  readonly node?: string;
  /** The data of the log’s first event; absent: none is recorded. */
  readonly logOpened?: unknown;
  /** Plays the providers: called with every event. */
  readonly answer?: (event: Recorded, world: World) => ExternalAnswer | undefined;
  /** Abandons and records work of a rule that throws, as a server does; absent: the error is rethrown. */
  readonly shouldSurviveFaults?: boolean;
}

/**
 * A complete installation without wall clock, disk or network: the steps of the live bus and reactor, over a log in a list and ports that respond at
 * once. The clock only moves on request.
 */
export class World {
  private readonly clock: WorldClock;
  private readonly log: WorldLog;
  private readonly reactor: WorldReactor;
  private readonly decisions: DecisionStep;
  private readonly node: string;
  private commands = 0;

  constructor(
    readonly domain: Domain,
    private readonly options: WorldOptions,
  ) {
    this.clock = new WorldClock(options.start);
    this.node = options.node ?? 'world';
    this.log = new WorldLog(domain, this.clock, options);
    const { deciders, logic } = domain;
    const { memory } = this;
    this.decisions = new DecisionStep({ deciders, logic, node: this.node, reads: domain.reads(memory), memory });
    const parts = {
      domain,
      clock: this.clock,
      log: this.log,
      decided: (command: Message, order: OrderOptions) => this.decided(command, order),
      answer: (event: Recorded) => options.answer?.(event, this),
      survivesFaults: options.shouldSurviveFaults ?? false,
    };
    this.reactor = new WorldReactor(parts, options.epoch ?? 1);
    if (options.logOpened !== undefined) this.record('log', [{ type: 'LogOpened', data: options.logOpened }], systemActor);
  }

  get memory(): MemoryRows {
    return this.log.memory;
  }

  /** In log order: all of them, or the last ones. */
  get events(): readonly Recorded[] {
    return this.log.events;
  }

  /** Refused commands of processes and timers: always empty in a correct domain. */
  get refusals(): WorldReactor['refusals'] {
    return this.reactor.refusals;
  }

  get epoch(): number {
    return this.reactor.epoch;
  }

  get now(): string {
    return this.clock.now;
  }
  /** Sets the clock, forward or back: nothing fires. */
  set now(instant: string) {
    this.clock.now = instant;
  }

  /** Decides a command now, and everything that follows from it. Throws when no decider owns it. */
  run(command: Message, options: OrderOptions): WorldOutcome {
    this.clock.beginInput();
    const outcome = this.decided(command, options);
    this.reactor.settle();
    return outcome;
  }

  /** Inputs are appended as they are, under one command id; handles what follows from them. */
  record(stream: string, facts: readonly Message[], actor: Actor, commandId = this.nextId()): void {
    this.clock.beginInput();
    const order = { command: { type: 'Record', data: {} }, ...this.orderOf({ actor, commandId }) };
    this.log.append(this.decisions.createBatch(order, stream, this.log.stream(stream).revision, facts, this.now));
    this.reactor.settle();
  }

  /** Appends events of another log with their ids, data and meta, at their time; only positions are new. */
  replay(events: readonly Recorded[]): void {
    for (const event of events) {
      this.clock.moveTo(laterOf(this.now, event.meta.at));
      this.clock.beginInput();
      this.log.appendAgain(event);
    }
    this.reactor.settle();
  }

  /** Takes over an event of another log unchanged, with its position. Nothing follows from it if it was handled there. */
  fold(event: Recorded): void {
    this.clock.moveTo(laterOf(this.now, event.meta.at));
    this.reactor.takeOver(event.meta);
    this.log.keep(event);
    this.log.forget();
  }

  /** The other world must not go on: rows and states are shared. */
  takeOver(other: World): void {
    this.clock.moveTo(laterOf(this.now, other.now));
    this.reactor.takeOver(other.reactor.progress);
    this.log.takeOver(other.log);
  }

  /** The states of all streams; this world must not go on. */
  giveStreams(to: Streams): void {
    this.log.giveStreams(to);
  }

  /** Must be called after `fold` or `takeOver`: plans the timers of the current rows. */
  resume(): void {
    this.reactor.resume();
  }

  advance(millis: number): void {
    this.advanceTo(addMillis(this.now, millis));
  }

  /** Timers and answers come as they fall due, each with all that follows from it. */
  advanceTo(instant: string): void {
    for (let next = this.reactor.next(); next !== undefined && next <= instant; next = this.reactor.next()) {
      this.clock.moveTo(laterOf(this.now, next));
      this.reactor.handleNext();
    }
    this.clock.moveTo(laterOf(this.now, instant));
  }

  /** Simulates downtime until an instant: due timers wait, answers are lost, and the reactor restarts with the next epoch. */
  awayUntil(instant: string): void {
    this.clock.moveTo(laterOf(this.now, instant));
    this.reactor.restart();
  }

  rows<Row>(view: string): Rows<Row> {
    return this.log.rows<Row>(view);
  }

  state<State>(decider: StreamsOf<State>, id: string): State {
    // a list of deciders holds states of every kind; a category has one owner
    return this.folded(streamNameOf(decider, id)) as State;
  }

  /** For code that only passes the state on. */
  folded(stream: string): unknown {
    return this.log.stream(stream).state;
  }

  nextDue(): string | undefined {
    return this.reactor.nextDue();
  }

  private nextId(): string {
    this.commands += 1;
    return deriveId(this.now, this.node, 'command', this.commands);
  }

  private orderOf({
    actor,
    commandId = this.nextId(),
    correlationId = commandId,
    causationId = null,
    ...rest
  }: OrderOptions): Omit<Order, 'command'> {
    return { actor, commandId, correlationId, causationId, ...rest };
  }

  private readonly commandPorts: CommandPorts<readonly Recorded[]> = {
    now: () => this.now,
    read: ({ stream }) => this.log.stream(stream),
    append: (batch) => this.log.append(batch),
    isWorthAnotherTry: () => false,
  };

  private decided(command: Message, options: OrderOptions): WorldOutcome {
    this.clock.step();
    const order = { command, ...this.orderOf(options) };
    const addressed = this.decisions.routeCommand(order, this.now);
    const outcome = runSync(runCommand(this.decisions, order, addressed, this.commandPorts));
    if (outcome.kind === 'done') return { kind: 'done', stream: outcome.stream, facts: outcome.appended };
    if (outcome.kind === 'known') return { kind: 'known', stream: outcome.stream };
    return outcome.kind === 'nothing' ? { kind: 'nothing', says: outcome.says } : outcome;
  }
}
