import type { Actor, Meta, Recorded } from '@tocsin/contracts/envelope.js';
import { AwaitedAnswers, type Answer } from './awaited-answers.js';
import { contextAt } from './context.js';
import { decide, identified, isFacts, streamOf, type AnyDecider, type Message } from './decider.js';
import { gathered } from './gathered.js';
import { derivedId } from './ids.js';
import { MemoryRows, type Rows } from './memory-rows.js';
import { needsOf, outcomeId, react, systemActor, type Planned } from './process.js';
import { isRefused, type Nothing, type Refused } from './refused.js';
import { owners, type Domain } from './registry.js';
import { Streams } from './streams.js';
import { later, plus } from './time.js';
import { Timers, type DueTimer } from './timers.js';
import { asJson, type Written } from './written.js';

export interface WorldOptions {
  /** The instant at which its clock begins. */
  readonly start: string;
  /** Of the reactor that leads; 1 when absent. */
  readonly epoch?: number;
  readonly node?: string;
  /** The data of the first event of the log; none is recorded without it. */
  readonly logOpened?: unknown;
  readonly written?: Written;
  /** Plays the providers: asked about every event. */
  readonly answer?: (event: Recorded, world: World) => Answer | undefined;
}

/** In whose name something is decided, and what it follows from; a person’s own act of its own when left out. */
export interface Asking {
  readonly actor: Actor;
  readonly commandId?: string;
  readonly correlationId?: string;
  readonly causationId?: string | null;
  readonly epoch?: number;
}

export type Outcome =
  | { readonly kind: 'done'; readonly stream: string; readonly facts: readonly Recorded[] }
  | { readonly kind: 'known'; readonly stream: string }
  | { readonly kind: 'nothing'; readonly says: Nothing['says'] }
  | { readonly kind: 'refused'; readonly refused: Refused };

/** More than this at one instant is a circle. */
const mostSteps = 100_000;

/**
 * A whole installation without a wall clock, a disk or a network: what the bus and the reactor do, in the same order and with
 * the same ids, at once. Time stands still until it is moved. Longer than most files: bus, log and reactor call each other here
 * within one instant, and apart they could only be read together.
 */
export class World {
  readonly events: Recorded[] = [];
  readonly memory: MemoryRows;
  /** What processes and timers asked for and was refused: never the case in a sound domain. */
  readonly refusals: { readonly command: Message; readonly refused: Refused }[] = [];
  now: string;
  epoch: number;
  private readonly streams: Streams;
  private readonly owners: ReadonlyMap<string, AnyDecider>;
  private readonly reads: unknown;
  private readonly screens: MemoryRows;
  private readonly written: Written;
  private readonly node: string;
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
    this.epoch = options.epoch ?? 1;
    this.node = options.node ?? 'world';
    this.written = options.written ?? asJson;
    this.owners = owners(domain.deciders);
    this.streams = new Streams(domain.deciders);
    this.memory = new MemoryRows(domain.memory);
    this.screens = new MemoryRows(domain.views);
    this.reads = domain.reads(this.memory);
    this.memory.onChange((view, id, row) => this.plan(view, id, row));
    if (options.logOpened !== undefined) this.record('log', [{ type: 'LogOpened', data: options.logOpened }], systemActor);
  }

  /** Decides a command now, and all that follows from it. Throws when nobody owns it. */
  run(command: Message, asking: Asking): Outcome {
    const outcome = this.decided(command, asking);
    this.settle();
    return outcome;
  }

  /** Appends inputs as they are, under one command id, and does what follows from them. */
  record(stream: string, facts: readonly Message[], actor: Actor, commandId = this.nextId()): void {
    this.append(stream, facts, { actor, commandId });
    this.settle();
  }

  /** Appends events of another log with their ids, data and meta, at their time; only positions are new. */
  replay(events: readonly Recorded[]): void {
    for (const event of events) {
      this.moveTo(later(this.now, event.meta.at));
      this.take({ ...event, revision: this.streams.of(event.stream).revision + 1, ordinal: this.events.length + 1 });
    }
    this.settle();
  }

  advance(millis: number): void {
    this.advanceTo(plus(this.now, millis));
  }

  /** Lives through the time up to an instant: timers and answers as they fall due, each with all that follows from it. */
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

  /** Time passes and nobody is there: what falls due waits, answers are lost, and another reactor begins with the next epoch. */
  awayUntil(instant: string): void {
    this.moveTo(later(this.now, instant));
    this.awaited = new AwaitedAnswers();
    this.epoch += 1;
    this.timers = new Timers();
    for (const { view } of this.domain.timers) for (const [id, row] of this.memory.rows(view).entries()) this.plan(view, id, row);
  }

  /** The rows of a screen. */
  rows<Row>(view: string): Rows<Row> {
    for (; this.shown < this.events.length; this.shown += 1) this.screens.apply(this.events[this.shown]!);
    return this.screens.rows<Row>(view);
  }

  /** A stream, folded by its decider. */
  state(stream: string): unknown {
    return this.streams.of(stream).state;
  }

  /** The earliest instant at which a timer is due. */
  nextDue(): string | undefined {
    return this.timers.next();
  }

  private plan(view: string, id: string, row: unknown): void {
    for (const timed of this.domain.timers) {
      if (timed.view === view) this.timers.set(`${timed.category}-${id}`, row === null ? [] : timed.due(row as never, this.epoch));
    }
  }

  private moveTo(instant: string): void {
    if (instant === this.now) return;
    this.now = instant;
    this.steps = 0;
  }

  private step(): void {
    this.steps += 1;
    if (this.steps > mostSteps) throw new Error(`more than ${mostSteps} steps at ${this.now}: a circle`);
  }

  private nextId(): string {
    this.commands += 1;
    return derivedId(this.now, this.node, 'command', this.commands);
  }

  private decided(command: Message, { commandId = this.nextId(), ...asking }: Asking): Outcome {
    this.step();
    const decider = this.owners.get(command.type);
    if (!decider) throw new Error(`nobody decides ${command.type}`);
    const { actor, epoch } = asking;
    const context = contextAt({ now: this.now, actor, commandId, epoch: epoch ?? 0, reads: this.reads });
    const stream = streamOf(decider, command, context);
    if (this.streams.knows(stream, commandId)) return { kind: 'known', stream };
    const decision = decide(decider, this.streams.of(stream).state, command, context);
    if (isRefused(decision)) return { kind: 'refused', refused: decision };
    if (!isFacts(decision)) return { kind: 'nothing', says: decision.says };
    if (decision.length === 0) return { kind: 'nothing', says: {} };
    return { kind: 'done', stream, facts: this.append(stream, decision, { ...asking, commandId }, this.memory.ordinal) };
  }

  private append(
    stream: string,
    facts: readonly Message[],
    asking: Asking & { commandId: string },
    readUpTo?: number,
  ): readonly Recorded[] {
    const { actor, commandId, correlationId = commandId, causationId = null, epoch } = asking;
    const { now: at, node } = this;
    const { logic } = this.domain;
    const meta: Meta = { at, actor, commandId, correlationId, causationId, logic, readUpTo, node, ...(epoch ? { epoch } : {}) };
    return identified(facts, actor, commandId, stream).map(({ id, type, data }) => {
      const revision = this.streams.of(stream).revision + 1;
      return this.take({ id, stream, revision, ordinal: this.events.length + 1, type, ...this.written(type, data), meta });
    });
  }

  private take(event: Recorded): Recorded {
    this.step();
    this.events.push(event);
    this.streams.apply(event);
    this.memory.apply(event);
    return event;
  }

  private send({ command, actor, ...planned }: Planned): Outcome {
    const outcome = this.decided(command, { ...planned, actor: actor ?? systemActor, epoch: this.epoch });
    if (outcome.kind === 'refused') this.refusals.push({ command, refused: outcome.refused });
    return outcome;
  }

  /** What the reactor does with a page of the log, until there is none. */
  private settle(): void {
    while (this.handled < this.events.length) {
      const from = this.handled;
      const page = this.events.slice(from);
      for (const gathering of this.domain.gatherings) for (const planned of gathered(gathering, page, from)) this.send(planned);
      for (const event of page) this.reactTo(event);
      for (const event of page) this.callOut(event);
      this.handled = from + page.length;
    }
  }

  private reactTo(event: Recorded): void {
    const { processes } = this.domain;
    const needed = new Map(needsOf(processes, event).map((ordinal) => [ordinal, this.events[ordinal - 1]!]));
    for (const planned of react(processes, event, needed)) this.send(planned);
  }

  private callOut(event: Recorded): void {
    const answer = this.options.answer?.(event, this);
    if (answer) this.awaited.add(event, answer, this.now);
  }

  private hear(): void {
    const { command, event } = this.awaited.take();
    this.send({ command, commandId: outcomeId(event), causationId: event.id, correlationId: event.meta.correlationId });
    this.settle();
  }

  private ring(): void {
    for (let due = this.timers.due(this.now); due.length > 0; due = this.timers.due(this.now)) for (const one of due) this.fire(one);
  }

  private fire(due: DueTimer): void {
    const { kind } = this.send(due.planned);
    if (kind !== 'done') this.timers.spend(due);
    this.settle();
  }
}
