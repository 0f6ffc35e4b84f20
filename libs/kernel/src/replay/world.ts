import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import { AwaitedAnswers, type Answer } from './awaited-answers.js';
import { commandStep, type CommandPorts } from '../decide/command-step.js';
import { DecisionStep, type NewBatch, type Order } from '../decide/decision-step.js';
import { streamName, type Message, type StreamsOf } from '../decide/decider.js';
import { DoneAhead } from '../react/done-ahead.js';
import { derivedId } from '../ids.js';
import { MemoryRows } from '../rows/memory-rows.js';
import type { Rows } from '../rows/memory-table.js';
import { recordFailure } from '../react/give-up.js';
import type { PagePorts } from '../react/page-ports.js';
import { pageStep, timerStep, type TimerPorts } from '../react/page-step.js';
import { outcomeId, restOf, systemActor, type Planned } from '../react/process.js';
import type { Nothing, Refused } from '../decide/refused.js';
import type { Domain } from '../registry.js';
import { runSync } from '../step.js';
import type { SpillOptions } from './spilling-map.js';
import { Streams } from './streams.js';
import { Tail } from './tail.js';
import { later, plus } from '../time.js';
import { Timers, type DueTimer } from '../react/timers.js';
import { asJson, type Written } from './written.js';

export interface WorldOptions {
  /** The instant at which its clock begins. */
  readonly start: string;
  /** The epoch of the leading reactor; 1 when absent. */
  readonly epoch?: number;
  readonly node?: string;
  /** The data of the first event of the log; absent: none is recorded. */
  readonly logOpened?: unknown;
  readonly written?: Written;
  /** Plays the providers: called with every event. */
  readonly answer?: (event: Recorded, world: World) => Answer | undefined;
  /** Called with every event that is appended. */
  readonly onEvent?: (event: Recorded) => void;
  /** Gives up and records a rule that throws, as a server does; absent: what it throws is rethrown. */
  readonly survivesFaults?: boolean;
  /** How many of its last events it keeps at least; absent: all. With a limit it has no rows of screens. */
  readonly keeps?: number;
  readonly streams?: SpillOptions;
}

/** The actor of a command and its cause; a person’s independent act when left out. */
export interface OrderOptions {
  readonly actor: Actor;
  readonly commandId?: string;
  readonly correlationId?: string;
  readonly causationId?: string | null;
  readonly epoch?: number;
  readonly handledUpTo?: number;
}

export type Outcome =
  | { readonly kind: 'done'; readonly stream: string; readonly facts: readonly Recorded[] }
  | { readonly kind: 'known'; readonly stream: string }
  | { readonly kind: 'nothing'; readonly says: Nothing['says'] }
  | { readonly kind: 'refused'; readonly refused: Refused };

/** More steps than this at one instant mean an endless loop. */
const maxSteps = 100_000;

/**
 * A whole installation without wall clock, disk or network: the steps of the live bus and reactor, over a log that is a
 * list and ports that answer at once. Time stands still until it is moved.
 */
export class World {
  readonly memory: MemoryRows;
  /** Commands of processes and timers that were refused: always empty in a correct domain. */
  readonly refusals: { readonly command: Message; readonly refused: Refused }[] = [];
  now: string;
  epoch: number;
  private readonly streams: Streams;
  private readonly decisions: DecisionStep;
  private readonly screens: MemoryRows;
  private readonly written: Written;
  private readonly node: string;
  private readonly tail: Tail;
  private timers = new Timers();
  private awaited = new AwaitedAnswers();
  private handled = 0;
  private shown = 0;
  private commands = 0;
  private steps = 0;

  constructor(
    readonly domain: Domain,
    private readonly options: WorldOptions,
  ) {
    this.now = options.start;
    this.tail = new Tail(options.keeps);
    this.epoch = options.epoch ?? 1;
    this.node = options.node ?? 'world';
    this.written = options.written ?? asJson;
    this.streams = new Streams(domain.deciders, { name: 'world', spill: options.streams, knowsCommands: true });
    this.memory = new MemoryRows(domain.memory);
    this.screens = new MemoryRows(domain.views);
    const { deciders, logic } = domain;
    this.decisions = new DecisionStep({ deciders, logic, node: this.node, reads: domain.reads(this.memory), memory: this.memory });
    this.memory.onChange((view, id, row) => this.timers.plan(domain, view, id, row, this.epoch));
    if (options.logOpened !== undefined) this.record('log', [{ type: 'LogOpened', data: options.logOpened }], systemActor);
  }

  /** In log order: all of them, or the last ones. */
  get events(): readonly Recorded[] {
    return this.tail.events;
  }

  /** Decides a command now, and everything that follows from it. Throws when no decider owns it. */
  run(command: Message, options: OrderOptions): Outcome {
    const outcome = this.decided(command, options);
    this.settle();
    return outcome;
  }

  /** Appends inputs as they are, under one command id, and handles what follows from them. */
  record(stream: string, facts: readonly Message[], actor: Actor, commandId = this.nextId()): void {
    const order = { command: { type: 'Record', data: {} }, ...this.orderOf({ actor, commandId }) };
    this.append(this.decisions.batch(order, stream, this.streams.of(stream).revision, facts, this.now));
    this.settle();
  }

  /** Appends events of another log with their ids, data and meta, at their time; only positions are new. */
  replay(events: readonly Recorded[]): void {
    for (const event of events) {
      this.moveTo(later(this.now, event.meta.at));
      this.take({ ...event, revision: this.streams.of(event.stream).revision + 1, ordinal: this.tail.head + 1 });
    }
    this.settle();
  }

  /**
   * Takes over events of another log unchanged, with their positions. Nothing follows from them, except for those that
   * were not handled yet.
   */
  fold(event: Recorded): void {
    this.moveTo(later(this.now, event.meta.at));
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
    this.keep(event);
    this.handled = Math.max(this.handled, event.meta.handledUpTo ?? 0);
    this.tail.forget();
  }

  /** Call it after `fold`: plans the timers of the current rows. */
  resume(): void {
    this.timers = new Timers();
    this.timers.planAll(this.domain, this.memory, this.epoch);
  }

  advance(millis: number): void {
    this.advanceTo(plus(this.now, millis));
  }

  /** Lets time pass until an instant: timers and answers come as they fall due, each with all that follows from it. */
  advanceTo(instant: string): void {
    for (;;) {
      const answerAt = this.awaited.next;
      const timerAt = this.timers.next();
      const isAnswer = answerAt !== undefined && (timerAt === undefined || answerAt <= timerAt);
      const next = isAnswer ? answerAt : timerAt;
      if (next === undefined || next > instant) break;
      this.moveTo(later(this.now, next));
      if (isAnswer) this.hear();
      else this.ring();
    }
    this.moveTo(later(this.now, instant));
  }

  /**
   * Simulates downtime until an instant: due timers wait, answers are lost, and the next reactor begins with the next
   * epoch.
   */
  awayUntil(instant: string): void {
    this.moveTo(later(this.now, instant));
    this.awaited = new AwaitedAnswers();
    this.epoch += 1;
    this.resume();
  }

  /** The rows of a screen. */
  rows<Row>(view: string): Rows<Row> {
    for (; this.shown < this.events.length; this.shown += 1) this.screens.apply(this.events[this.shown]!);
    return this.screens.rows<Row>(view);
  }

  /** The state of one stream, folded by its decider. */
  state<State>(decider: StreamsOf<State>, id: string): State {
    // a list of deciders holds states of every kind; a category has one owner
    return this.folded(streamName(decider, id)) as State;
  }

  /** The state of a stream of any kind, for code that only passes it on. */
  folded(stream: string): unknown {
    return this.streams.of(stream).state;
  }

  /** The earliest instant at which a timer is due. */
  nextDue(): string | undefined {
    return this.timers.next();
  }

  private moveTo(instant: string): void {
    if (instant === this.now) return;
    this.now = instant;
    this.steps = 0;
  }

  private step(): void {
    this.steps += 1;
    if (this.steps > maxSteps) throw new Error(`more than ${maxSteps} steps at ${this.now}: a circle`);
  }

  private nextId(): string {
    this.commands += 1;
    return derivedId(this.now, this.node, 'command', this.commands);
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
    read: ({ stream }) => ({ ...this.streams.of(stream), commandIds: { has: (commandId) => this.streams.knows(stream, commandId) } }),
    append: (batch) => this.append(batch),
    isWorthAnotherTry: () => false,
  };

  private decided(command: Message, options: OrderOptions): Outcome {
    this.step();
    const order = { command, ...this.orderOf(options) };
    const addressed = this.decisions.address(order, this.now);
    const outcome = runSync(commandStep(this.decisions, order, addressed, this.commandPorts));
    if (outcome.kind === 'done') return { kind: 'done', stream: outcome.stream, facts: outcome.appended };
    if (outcome.kind === 'known') return { kind: 'known', stream: outcome.stream };
    return outcome.kind === 'nothing' ? { kind: 'nothing', says: outcome.says } : outcome;
  }

  private append({ stream, revision, facts, meta }: NewBatch): readonly Recorded[] {
    return facts.map(({ id, type, data }, index) => {
      const ordinal = this.tail.head + 1;
      return this.take({ id, stream, revision: revision + 1 + index, ordinal, type, ...this.written(type, data), meta });
    });
  }

  private take(event: Recorded): Recorded {
    this.step();
    this.keep(event);
    this.options.onEvent?.(event);
    return event;
  }

  private keep(event: Recorded): void {
    this.tail.push(event);
    this.streams.apply(event);
    this.memory.apply(event);
  }

  private send({ command, actor, rest: _rest, ...planned }: Planned): Outcome {
    const outcome = this.decided(command, { ...planned, actor: actor ?? systemActor, epoch: this.epoch, handledUpTo: this.handled });
    if (outcome.kind === 'refused') this.refusals.push({ command, refused: outcome.refused });
    return outcome;
  }

  private sendParts(planned: Planned): void {
    for (let part: Planned | undefined = planned; part;) part = restOf(part, this.send(part));
  }

  private readonly pagePorts: PagePorts = {
    send: (planned) => {
      const faults: unknown[] = [];
      for (const [n, one] of planned.entries())
        this.survives(
          () => this.sendParts(one),
          (fault) => (faults[n] = fault),
        );
      return faults;
    },
    isWaitedOut: () => !this.options.survivesFaults,
    reasonOf: String,
    begins: () => {},
    rest: () => {},
    events: (ordinals) => ordinals.flatMap((ordinal) => this.tail.at(ordinal) ?? []),
    callOut: (event) => this.callOut(event),
    // it answers at once: nothing arrives in between
    newer: () => [],
    ahead: new DoneAhead(),
    memory: () => this.memory,
    fireAgain: (stream, timer) => this.timers.reviveNamed(stream, timer),
  };

  private readonly timerPorts: TimerPorts<Outcome> = {
    decide: (planned) => this.send(planned),
    folded: () => {},
    spend: (due) => this.timers.spend(due),
  };

  /** Handles the log page by page, as the reactor does, until nothing is left. */
  private settle(): void {
    while (this.handled < this.tail.head) {
      const from = this.handled;
      const page = this.tail.after(from);
      runSync(pageStep(this.domain, page, from, this.pagePorts));
      this.handled = page.at(-1)!.ordinal;
    }
    this.tail.forget();
  }

  private callOut(event: Recorded): void {
    const answer = this.options.answer?.(event, this);
    if (answer) this.awaited.add(event, answer, this.now);
  }

  private hear(): void {
    const { command, actor, event } = this.awaited.take();
    const { correlationId } = event.meta;
    this.send({ command, ...(actor ? { actor } : {}), commandId: outcomeId(event), causationId: event.id, correlationId });
    this.settle();
  }

  private ring(): void {
    for (let due = this.timers.due(this.now); due.length > 0; due = this.timers.due(this.now)) {
      for (const one of due) {
        this.survives(
          () => runSync(timerStep(one, this.timerPorts)),
          (fault) => this.giveUp(one, fault),
        );
        this.settle();
      }
    }
  }

  private survives(work: () => void, failed: (fault: unknown) => void): void {
    if (!this.options.survivesFaults) return work();
    try {
      work();
    } catch (fault) {
      failed(fault);
    }
  }

  private giveUp(due: DueTimer, fault: unknown): void {
    const { stream, timer, planned } = due;
    const { correlationId, causationId } = planned;
    const named = { kind: 'timer', what: timer.name, stream, ordinal: null, at: timer.dueAt } as const;
    runSync(recordFailure(this.domain, { ...named, planned, fault, causes: { correlationId, causationId } }, this.pagePorts));
    this.timers.spend(due);
  }
}
