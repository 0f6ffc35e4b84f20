import type { Recorded } from '@tocsin/contracts/envelope.js';
import { asErased } from './as-erased.js';
import { Completeness, type Missing } from './completeness.js';
import { DecisionStep } from '../decide/decision-step.js';
import { identifiedUnfenced, type Message } from '../decide/decider.js';
import { History, type Batch } from './history.js';
import { lateTimers, type LateTimer } from './lateness.js';
import { MemoryRows } from '../rows/memory-rows.js';
import { originOf, type Origin } from './origin.js';
import type { Domain } from '../registry.js';
import { Streams } from './streams.js';
import { asJson, canonical, type Written } from './written.js';

/** A batch that comes out differently when it is decided again. */
export interface Difference {
  readonly ordinal: number;
  readonly stream: string;
  readonly why: string;
  /** What stands on the log, and what was decided now: canonical JSON of id, type and data. */
  readonly expected: string;
  readonly actual: string;
}

export interface ReenactOptions {
  /** The last so many events may have reactions that are not decided yet; 0 when absent. */
  readonly pendingOk?: number;
  /** Timers that stayed due for longer than so many milliseconds are listed; none are without it. */
  readonly lateness?: number;
  readonly written?: Written;
  /** What other versions of the rules decided is compared too: what differs is what was changed since. */
  readonly acrossLogic?: boolean;
}

export interface Reenacted {
  readonly batches: number;
  readonly checked: number;
  /** Inputs that are appended as they come: nobody decides them. */
  readonly verbatim: number;
  /** Decided by another version of the rules: compared only across them. */
  readonly otherLogic: number;
  readonly differences: readonly Difference[];
  readonly missing: readonly Missing[];
  readonly late: readonly LateTimer[];
}

/**
 * Decides every recorded decision again, on what it was decided on: its stream, memory as of `readUpTo`, its instant and its
 * actor. History that the same `logic` made comes out the same, to the byte; whatever does not is a fault.
 */
export const reenact = (domain: Domain, events: Iterable<Recorded>, options: ReenactOptions = {}): Reenacted => {
  const history = new History(domain, events);
  const origins = new Map(history.batches.map((batch) => [batch, originOf(domain, history, batch)]));
  const again = new Again(domain, options.written ?? asJson);
  const differences = [...brokenStreams(history.events)];
  const completeness = new Completeness(domain, history, origins, again.reads);
  const counts = { checked: 0, verbatim: 0, otherLogic: 0 };
  const decideFrom = (batch: Batch): void => {
    const origin = origins.get(batch);
    if (!origin && !again.isDecided(batch)) counts.verbatim += 1;
    else {
      const isOther = batch.meta.logic !== domain.logic;
      if (isOther) counts.otherLogic += 1;
      if (isOther && !options.acrossLogic) return;
      counts.checked += 1;
      const difference = again.compare(batch, origin);
      if (difference) differences.push(difference);
    }
  };
  const byReading = groupedBy(history.batches, ({ meta, ordinal }) => meta.readUpTo ?? ordinal - 1);
  for (const batch of byReading.get(0) ?? []) decideFrom(batch);
  for (const event of history.events) {
    again.memory.apply(event);
    for (const batch of byReading.get(event.ordinal) ?? []) decideFrom(batch);
    completeness.after(event);
  }
  return {
    batches: history.batches.length,
    ...counts,
    differences: differences.toSorted((a, b) => a.ordinal - b.ordinal),
    missing: completeness.missing(options.pendingOk ?? 0),
    late: options.lateness === undefined ? [] : lateTimers(domain, history.events, options.lateness),
  };
};

/** Batches are appended in one order and may have read in another: memory goes forward once, and each is decided when it is as far. */
const groupedBy = (batches: readonly Batch[], key: (batch: Batch) => number): ReadonlyMap<number, readonly Batch[]> => {
  const groups = new Map<number, Batch[]>();
  for (const batch of batches) groups.set(key(batch), [...(groups.get(key(batch)) ?? []), batch]);
  return groups;
};

/** Gaps: ordinals are contiguous over the log, revisions in each stream. */
const brokenStreams = function* (events: readonly Recorded[]): Iterable<Difference> {
  const next = new Map<string, number>();
  let ordinal = 1;
  for (const event of events) {
    const { stream, revision } = event;
    const at = { ordinal: event.ordinal, stream };
    const expected = next.get(stream) ?? 0;
    if (event.ordinal !== ordinal) yield { ...at, why: 'events before it are missing', expected: `${ordinal}`, actual: `${event.ordinal}` };
    if (revision !== expected) yield { ...at, why: 'events of this stream are missing', expected: `${expected}`, actual: `${revision}` };
    next.set(stream, revision + 1);
    ordinal = event.ordinal + 1;
  }
};

const shown = (facts: readonly (Message & { readonly id: string })[]): string =>
  canonical(facts.map(({ id, type, data }) => ({ id, type, data })));

class Again {
  readonly memory: MemoryRows;
  readonly reads: unknown;
  private readonly streams: Streams;
  /** By node: ids and meta name it. */
  private readonly decisions = new Map<string, DecisionStep>();

  constructor(
    private readonly domain: Domain,
    private readonly written: Written,
  ) {
    this.memory = new MemoryRows(domain.memory);
    this.reads = domain.reads(this.memory);
    this.streams = new Streams(domain.deciders);
  }

  /** Streams of deciders are written by decisions alone. */
  isDecided({ stream }: Batch): boolean {
    return this.streams.decider(stream) !== undefined;
  }

  compare(batch: Batch, origin: Origin | undefined): Difference | undefined {
    const { ordinal, stream, events } = batch;
    const differs = (why: string, actual = '[]', expected = shown(events)): Difference => ({ ordinal, stream, why, expected, actual });
    if (!origin) return differs('nothing on the log asks for it');
    if (batch.meta.causationId === null && origin.kind !== 'input' && this.isOurs(batch)) return differs('it names no cause');
    try {
      const decided = this.decided(batch, origin);
      const actual = shown(decided.map((fact, n) => ({ ...fact, data: asErased(events[n]?.data, fact.data) })));
      // what it was decided on may be erased, and a copy of it may stand in the fact
      const expected = shown(events.map((event, n) => ({ ...event, data: asErased(decided[n]?.data, event.data) })));
      return actual === expected ? undefined : differs(`${origin.kind} ${origin.command.type} decides otherwise`, actual, expected);
    } catch (error) {
      return differs(`${origin.kind} ${origin.command.type} fails: ${String(error)}`);
    }
  }

  /** Causes, and what an event belongs to, are compared where the same rules named them; across logic, what was decided alone is. */
  private isOurs({ meta }: Batch): boolean {
    return meta.logic === this.domain.logic;
  }

  private decided(batch: Batch, { command }: Origin): readonly (Message & { readonly id: string })[] {
    const { stream, meta, before, events } = batch;
    const { at, node, readUpTo } = meta;
    if (readUpTo !== undefined && readUpTo >= events[0]!.ordinal) throw new Error('it had read itself');
    const decisions = this.decisionsOf(node);
    const order = { ...meta, command };
    const read = { revision: events[0]!.revision - 1, state: before, commandIds: new Set<string>() };
    const addressed = decisions.address(order, at);
    if (addressed.stream !== stream) throw new Error(`it decides about ${addressed.stream}`);
    const decided = decisions.decide(order, addressed, read, at);
    if (decided.kind !== 'append') throw new Error(`it decides ${JSON.stringify(decided)}`);
    const { correlationId } = decided.batch.meta;
    if (correlationId !== meta.correlationId && this.isOurs(batch))
      throw new Error(`it belongs to ${correlationId}, not to ${meta.correlationId}`);
    // ids of old events know no node and no epoch: an event whose id is such a one is old
    const unfenced = identifiedUnfenced(decided.batch.facts, meta, stream);
    const facts = unfenced[0]?.id === events[0]!.id ? unfenced : decided.batch.facts;
    return facts.map((fact) => ({ ...fact, data: this.written(fact.type, fact.data).data }));
  }

  private decisionsOf(node: string): DecisionStep {
    const { deciders, logic } = this.domain;
    const known = this.decisions.get(node) ?? new DecisionStep({ deciders, logic, node, reads: this.reads, memory: this.memory });
    this.decisions.set(node, known);
    return known;
  }
}
