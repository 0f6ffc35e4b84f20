import { eraseAlike } from './erased-data.js';
import { Completeness } from './completeness.js';
import { DecisionStep } from '../decide/decision-step.js';
import type { Message } from '../decide/decider.js';
import { History, type Batch, type Gap, type HistoryOptions } from './history.js';
import { MemoryRows } from '../rows/memory-rows.js';
import type { MissingCommand } from './missing.js';
import { originOf, type Origin } from './origin.js';
import type { Domain } from '../registry.js';
import { PlannedTimers } from './planned-timers.js';
import { asSource, type EventsOrSource } from './source.js';
import { Streams } from './streams.js';
import { asJson, canonicalJson, type StoredForm } from './stored-form.js';

/** A batch that comes out differently when it is decided again. */
export interface Difference {
  readonly ordinal: number;
  readonly stream: string;
  /** The version of the deciding rules; null for a gap in the log. */
  readonly logic: string | null;
  readonly why: string;
  /** Canonical JSON of the recorded and the newly decided events: id, type and data. */
  readonly expected: string;
  readonly actual: string;
}

export interface ReenactOptions extends HistoryOptions {
  /** How many of the last events may still have undecided reactions; 0 when absent. */
  readonly pendingOk?: number;
  readonly written?: StoredForm;
  /** Also compares decisions of other versions of the rules; each difference is a change of the rules since. */
  readonly shouldCompareLogics?: boolean;
}

export interface Stretch {
  readonly logic: string;
  readonly batches: number;
  readonly checked: number;
  readonly differences: number;
}

export interface ReplayReport {
  readonly batches: number;
  readonly checked: number;
  /** Inputs that are appended as they come, without a decision. */
  readonly verbatim: number;
  /** Decided by another version of the rules: compared only with `shouldCompareLogics`. */
  readonly otherLogic: number;
  /** By the version of the rules that decided, in the order in which they came. */
  readonly stretches: readonly Stretch[];
  readonly differences: readonly Difference[];
  readonly missing: readonly MissingCommand[];
}

/**
 * Decides every recorded decision again, on the same basis: its stream, memory as of `readUpTo`, its instant and its actor. History made by the same
 * `logic` must come out the same, to the byte; every difference is a bug.
 */
export const reenact = (domain: Domain, events: EventsOrSource, options: ReenactOptions = {}): ReplayReport => {
  const steps = reenactStepwise(domain, events, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** Yields the ordinal of each event, so that the caller can show progress or stop. */
export const reenactStepwise = function* (
  domain: Domain,
  events: EventsOrSource,
  options: ReenactOptions = {},
): Generator<number, ReplayReport, void> {
  const { after = 0, streams } = options;
  const history = new History(domain, asSource(events), options);
  const decisionReplay = new DecisionReplay(domain, options.written ?? asJson);
  const timers = new PlannedTimers(domain, decisionReplay.memory, history.window);
  const completeness = new Completeness(domain, history, decisionReplay.reads, streams);
  const differences: Difference[] = [];
  const counts = { batches: 0, checked: 0, verbatim: 0, otherLogic: 0 };
  const stretchesByLogic = new Map<string, Stretch>();
  const decideFrom = (batch: Batch): void => {
    const origin = originOf(domain, history, timers, batch);
    completeness.noteOrigin(batch, origin);
    counts.batches += 1;
    if (!origin && !decisionReplay.isDecided(batch)) counts.verbatim += 1;
    else {
      const { logic } = batch.meta;
      const isOther = logic !== domain.logic;
      const isChecked = !isOther || options.shouldCompareLogics === true;
      const difference = isChecked ? decisionReplay.compare(batch, origin) : undefined;
      if (difference) differences.push(difference);
      if (isOther) counts.otherLogic += 1;
      if (isChecked) counts.checked += 1;
      stretchesByLogic.set(
        logic,
        withBatch(stretchesByLogic.get(logic) ?? { logic, batches: 0, checked: 0, differences: 0 }, isChecked, difference),
      );
    }
  };
  const waitingBatches = new WaitingBatches(after, history.window);
  for (const event of history.events()) {
    // memory only moves forward, so each batch is decided when memory reaches the ordinal that its decider had read
    for (const batch of waitingBatches.upTo(history.batches(), event.ordinal - 1)) decideFrom(batch);
    timers.before(event);
    decisionReplay.memory.apply(event);
    if (event.ordinal <= after) completeness.fold(event);
    else {
      for (const batch of waitingBatches.upTo([], event.ordinal)) decideFrom(batch);
      completeness.after(event);
    }
    yield event.ordinal;
  }
  for (const batch of waitingBatches.upTo(history.batches(), history.head)) decideFrom(batch);
  const allDifferences = [...history.gaps.map(differenceOf), ...waitingBatches.tooOld, ...differences];
  return {
    ...counts,
    stretches: [...stretchesByLogic.values()],
    differences: allDifferences.toSorted((a, b) => a.ordinal - b.ordinal),
    missing: completeness.missing(options.pendingOk ?? 0),
  };
};

const withBatch = (stretch: Stretch, isChecked: boolean, difference: Difference | undefined): Stretch => ({
  ...stretch,
  batches: stretch.batches + 1,
  checked: stretch.checked + (isChecked ? 1 : 0),
  differences: stretch.differences + (difference ? 1 : 0),
});

/** Batches may have been appended in another order than they read: each waits until memory has reached what it had read. */
class WaitingBatches {
  readonly tooOld: Difference[] = [];
  private readonly byReading = new Map<number, Batch[]>();
  private lastOrdinal = 0;

  constructor(
    private readonly after: number,
    private readonly window: number,
  ) {}

  /** The batches, new and waiting ones, that had read exactly as far as memory is now. */
  *upTo(newBatches: readonly Batch[], ordinal: number): Iterable<Batch> {
    for (const batch of newBatches) if (batch.ordinal > this.after) this.wait(batch);
    for (; this.lastOrdinal <= ordinal; this.lastOrdinal += 1) {
      const batches = this.byReading.get(this.lastOrdinal);
      if (!batches) continue;
      this.byReading.delete(this.lastOrdinal);
      yield* batches;
    }
  }

  private wait(batch: Batch): void {
    const { ordinal, stream, meta } = batch;
    const readOrdinal = meta.readUpTo ?? ordinal - 1;
    if (readOrdinal >= this.lastOrdinal) this.byReading.set(readOrdinal, [...(this.byReading.get(readOrdinal) ?? []), batch]);
    else {
      const reason = `it had read up to ${readOrdinal}, more than ${this.window} events before`;
      this.tooOld.push({ ordinal, stream, logic: meta.logic, why: reason, expected: toJson(batch.events), actual: '[]' });
    }
  }
}

const missingBefore = { log: 'events before it are missing', stream: 'events of this stream are missing' } as const;

/** Ordinals are contiguous over the log, revisions in each stream. */
const differenceOf = ({ ordinal, stream, of, expected, actual }: Gap): Difference => ({
  ordinal,
  stream,
  logic: null,
  why: missingBefore[of],
  expected: `${expected}`,
  actual: `${actual}`,
});

const toPlainJson = (facts: readonly (Message & { readonly id: string })[]): string =>
  JSON.stringify(facts.map(({ id, type, data }) => [id, type, data]));

const toJson = (facts: readonly (Message & { readonly id: string })[]): string =>
  canonicalJson(facts.map(({ id, type, data }) => ({ id, type, data })));

class DecisionReplay {
  readonly memory: MemoryRows;
  readonly reads: unknown;
  private readonly streams: Streams;
  /** By node: ids and meta contain the node. */
  private readonly decisions = new Map<string, DecisionStep>();

  constructor(
    private readonly domain: Domain,
    private readonly storedForm: StoredForm,
  ) {
    this.memory = new MemoryRows(domain.memory);
    this.reads = domain.reads(this.memory);
    this.streams = new Streams(domain.deciders, { name: 'again' });
  }

  /** Streams that have a decider are written by decisions only. */
  isDecided({ stream }: Batch): boolean {
    return this.streams.decider(stream) !== undefined;
  }

  compare(batch: Batch, origin: Origin | undefined): Difference | undefined {
    const { ordinal, stream, events } = batch;
    const toDifference = (reason: string, actual = '[]', expected = toJson(events)): Difference => ({
      ordinal,
      stream,
      logic: batch.meta.logic,
      why: reason,
      expected,
      actual,
    });
    if (!origin) return toDifference('nothing on the log requests it');
    try {
      const decidedFacts = this.decideAgain(batch, origin);
      // nearly all are equal with keys in the same order: then neither side is sorted or copied
      if (toPlainJson(decidedFacts) === toPlainJson(events)) return undefined;
      const actual = toJson(decidedFacts.map((fact, n) => ({ ...fact, data: eraseAlike(events[n]?.data, fact.data) })));
      // the basis of the decision may be erased, and the fact may hold a copy of it
      const expected = toJson(events.map((event, n) => ({ ...event, data: eraseAlike(decidedFacts[n]?.data, event.data) })));
      return actual === expected ? undefined : toDifference(`${origin.kind} ${origin.command.type} decides otherwise`, actual, expected);
    } catch (error) {
      return toDifference(`${origin.kind} ${origin.command.type} fails: ${String(error)}`);
    }
  }

  /** Across versions of the rules, only the decided facts are compared, not the correlation that the rules choose. */
  private isOfThisLog({ meta }: Batch): boolean {
    return meta.logic === this.domain.logic;
  }

  private decideAgain(batch: Batch, { command }: Origin): readonly (Message & { readonly id: string })[] {
    const { stream, meta, before, events } = batch;
    const { at, node, readUpTo } = meta;
    if (readUpTo !== undefined && readUpTo >= events[0]!.ordinal) throw new Error('it had read itself');
    const decisions = this.decisionsOf(node);
    const order = { ...meta, command };
    const streamState = { revision: events[0]!.revision - 1, state: before, commandIds: new Set<string>() };
    const routedCommand = decisions.routeCommand(order, at);
    if (routedCommand.stream !== stream) throw new Error(`it decides about ${routedCommand.stream}`);
    const decision = decisions.decide(order, routedCommand, streamState, at);
    if (decision.kind !== 'append') throw new Error(`it decides ${JSON.stringify(decision)}`);
    const { correlationId } = decision.batch.meta;
    if (correlationId !== meta.correlationId && this.isOfThisLog(batch))
      throw new Error(`it belongs to ${correlationId}, not to ${meta.correlationId}`);
    return decision.batch.facts.map((fact) => ({ ...fact, data: this.storedForm(fact.type, fact.data).data }));
  }

  private decisionsOf(node: string): DecisionStep {
    const { deciders, logic } = this.domain;
    const existing = this.decisions.get(node) ?? new DecisionStep({ deciders, logic, node, reads: this.reads, memory: this.memory });
    this.decisions.set(node, existing);
    return existing;
  }
}
