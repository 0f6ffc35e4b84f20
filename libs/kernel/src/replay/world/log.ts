import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { NewBatch, ReadStream } from '../../decide/decision-step.js';
import type { Domain } from '../../registry.js';
import { MemoryRows } from '../../rows/memory-rows.js';
import type { Rows } from '../../rows/memory-table.js';
import type { SpillOptions } from '../spilling-map.js';
import { Streams } from '../streams.js';
import { Tail } from '../tail.js';
import { asJson, type StoredForm } from '../stored-form.js';
import type { WorldClock } from './clock.js';

export interface WorldLogOptions {
  readonly written?: StoredForm;
  readonly onEvent?: (event: Recorded) => void;
  /** How many of its last events it keeps at least; absent: all. With a limit it has no rows of screens. */
  readonly keeps?: number;
  readonly streams?: SpillOptions;
}

export class WorldLog {
  readonly memory: MemoryRows;
  private readonly streams: Streams;
  private readonly screens: MemoryRows;
  private readonly tail: Tail;
  private shown = 0;

  constructor(
    { deciders, memory, views }: Domain,
    private readonly clock: WorldClock,
    private readonly options: WorldLogOptions,
  ) {
    this.tail = new Tail(options.keeps);
    this.streams = new Streams(deciders, { name: 'world', spill: options.streams, hasCommandIds: true });
    this.memory = new MemoryRows(memory);
    this.screens = new MemoryRows(views);
  }

  /** In log order: all of them, or the last ones. */
  get events(): readonly Recorded[] {
    return this.tail.events;
  }

  get head(): number {
    return this.tail.head;
  }

  at(ordinal: number): Recorded | undefined {
    return this.tail.at(ordinal);
  }

  after(ordinal: number): readonly Recorded[] {
    return this.tail.after(ordinal);
  }

  forget(): void {
    this.tail.forget();
  }

  stream(stream: string): ReadStream {
    return { ...this.streams.of(stream), commandIds: { has: (commandId) => this.streams.hasCommand(stream, commandId) } };
  }

  rows<Row>(view: string): Rows<Row> {
    for (; this.shown < this.events.length; this.shown += 1) this.screens.apply(this.events[this.shown]!);
    return this.screens.rows<Row>(view);
  }

  append({ stream, revision, facts, meta }: NewBatch): readonly Recorded[] {
    const { written = asJson } = this.options;
    return facts.map(({ id, type, data }, index) =>
      this.take({ id, stream, revision: revision + 1 + index, ordinal: this.head + 1, type, ...written(type, data), meta }),
    );
  }

  /** Appends an event of another log: only its positions are new. */
  appendAgain(event: Recorded): void {
    this.take({ ...event, revision: this.streams.of(event.stream).revision + 1, ordinal: this.head + 1 });
  }

  /** Takes over an event of another log unchanged, with its positions. */
  keep(event: Recorded): void {
    this.tail.push(event);
    this.streams.apply(event);
    this.memory.apply(event);
  }

  /** The other log must not change any more. */
  takeOver({ tail, streams, memory }: WorldLog): void {
    for (const event of tail.events) this.tail.push(event);
    this.streams.takeOver(streams);
    this.memory.takeOver(memory);
  }

  giveStreams(to: Streams): void {
    to.takeOver(this.streams);
  }

  private take(event: Recorded): Recorded {
    this.clock.step();
    this.keep(event);
    this.options.onEvent?.(event);
    return event;
  }
}
