import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import type { Refusal } from '../decide/refusal.js';
import { deciderOf, type Domain } from '../registry.js';
import { MemoryRows } from '../rows/memory-rows.js';
import { laterOf } from '../time.js';
import type { ExternalAnswer } from './pending-answers.js';
import { Comparison, type Divergence, type Outline } from './comparison.js';
import { History, type Batch, type HistoryOptions } from './history.js';
import { inputBehind, originOf, type Origin } from './origin.js';
import { PlannedTimers } from './planned-timers.js';
import { RecordedAnswers, type AnswerRules } from './recorded-answers.js';
import { asSource, type EventsOrSource } from './source.js';
import { World } from './world.js';
import type { StoredForm } from './stored-form.js';

/** A recorded act that is repeated, with its subject. */
export interface Act {
  readonly command: Message;
  readonly at: string;
  readonly actor: Actor;
  /** The state of its stream at that time. */
  readonly was: unknown;
  readonly world: World;
}

export interface WhatIfOptions extends HistoryOptions {
  /** The rules to decide with; those that made the history when absent. */
  readonly rules?: Domain;
  /**
   * Replaces a recorded act: another command; null: the act never came; `lost`: its subject does not exist here, which
   * is counted.
   */
  readonly change?: (act: Act) => Message | null | 'lost';
  /** Runs at the beginning of the range. */
  readonly begin?: (world: World) => void;
  readonly answers?: AnswerRules;
  /** Assumed acts of people after an event. */
  readonly people?: (event: Recorded, world: World) => ExternalAnswer | undefined;
  /** Whether these events were decided by other rules: the rules decide instead, and the events are left out. */
  readonly isDecidedElsewhere?: (batch: Batch) => boolean;
  /** Time continues after the last event until this instant; absent: it does not. */
  readonly until?: string;
  /** The part of an event that is compared, undefined when nothing of it is; type and data when absent. */
  readonly outline?: Outline;
  /** A shift of up to this many milliseconds counts as equal; 0 when absent. */
  readonly tolerance?: number;
  readonly written?: StoredForm;
  /** Number of last events that the world keeps; all when absent. */
  readonly keeps?: number;
  /** Called with every event of the range: as it was, and as it would have been. */
  readonly onEvent?: (side: 'was' | 'would', event: Recorded, memory: MemoryRows) => void;
}

/** An act that was not possible in the imagined history: refused, or its subject does not exist there. */
export interface ImpossibleAct {
  readonly at: string;
  readonly actor: Actor;
  readonly command: Message;
  readonly refused: Refusal | null;
}

export interface WhatIfResult {
  readonly world: World;
  readonly divergences: readonly Divergence[];
  /** Acts that were possible then, and would not have been: the first ones. */
  readonly refused: readonly ImpossibleAct[];
  /** Their total: refused ones, and those whose subject does not exist. */
  readonly impossible: { readonly refused: number; readonly lost: number };
}

/** The same, while its differences still lie where the run has left them: they are read one by one, as often as one likes. */
export type WhatIfRun = Omit<WhatIfResult, 'divergences'> & { readonly divergences: Iterable<Divergence> };

/** At most this many acts are listed; the others are only counted. */
export const maxListed = 1_000;

/**
 * Simulates a changed history: recorded inputs at their recorded times, everything else decided again when it is due. Without a change the result
 * equals the history, except for the effects of lateness and downtime.
 */
export const collectWhatIf = (domain: Domain, events: EventsOrSource, options: WhatIfOptions = {}): WhatIfResult => {
  const steps = runWhatIf(domain, events, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return { ...step.value, divergences: [...step.value.divergences] };
  }
};

/** The same, event by event: yields the current ordinal. */
export const runWhatIf = function* (
  domain: Domain,
  events: EventsOrSource,
  options: WhatIfOptions = {},
): Generator<number, WhatIfRun, void> {
  const history = new History(domain, asSource(events), options);
  const recordedSide = new RecordedSide(domain, history, options);
  let imaginedSide: ImaginedSide | undefined;
  const { after = 0 } = options;
  let now = '';
  for (const event of history.events()) {
    recordedSide.noteBatches(history.batches());
    imaginedSide ??= new ImaginedSide(domain, options, recordedSide, event.meta.at);
    now = laterOf(now, event.meta.at);
    const batch = recordedSide.batchAt(event.ordinal);
    recordedSide.approach(event, imaginedSide.world);
    if (event.ordinal <= after) {
      imaginedSide.fold(event);
      if (batch) recordedSide.answers?.questionOfBatch(batch);
    } else {
      if (event.ordinal === after + 1) imaginedSide.begin();
      if (batch) imaginedSide.meet(batch, recordedSide.originOfMet(batch));
    }
    recordedSide.apply(event);
    yield event.ordinal;
  }
  if (!imaginedSide) throw new Error('there is no history');
  imaginedSide.world.advanceTo([now, options.until ?? ''].reduce(laterOf, imaginedSide.world.now));
  const divergences = { [Symbol.iterator]: () => recordedSide.comparison.divergences()[Symbol.iterator]() };
  const { world, refused, impossible } = imaginedSide;
  return { world, divergences, refused, impossible };
};

const wholeOutline: Outline = ({ type, data }) => ({ type, data });

/** The recorded side. */
class RecordedSide {
  readonly comparison: Comparison;
  readonly answers: RecordedAnswers | undefined;
  readonly outline: Outline;
  private readonly memory: MemoryRows;
  private readonly timers: PlannedTimers;
  private readonly batches = new Map<number, Batch>();
  /** Up to here both sides are the same, so only the other one folds. What a batch of the range had read is within the window before it. */
  private readonly sharedUpTo: number;
  private hasBegun = false;

  constructor(
    private readonly domain: Domain,
    private readonly history: History,
    private readonly options: WhatIfOptions,
  ) {
    const { answers, outline = wholeOutline } = options;
    this.outline = outline;
    this.sharedUpTo = options.rules ? 0 : (options.after ?? 0) - history.window;
    this.comparison = new Comparison(options.tolerance ?? 0, options.streams);
    this.memory = new MemoryRows(domain.memory);
    this.timers = new PlannedTimers(domain, this.memory, history.window);
    this.answers =
      answers &&
      new RecordedAnswers(answers, (stream) => deciderOf(domain.deciders, stream), { after: options.after ?? 0, spill: options.streams });
  }

  noteBatches(batches: readonly Batch[]): void {
    for (const batch of batches) {
      this.batches.set(batch.ordinal, batch);
      this.answers?.read(batch);
    }
  }

  batchAt(ordinal: number): Batch | undefined {
    const batch = this.batches.get(ordinal);
    this.batches.delete(ordinal);
    return batch;
  }

  originOfMet(batch: Batch): Origin | undefined {
    return originOf(this.domain, this.history, this.timers, batch);
  }

  /** Call it before either side takes the event. Where this side begins to fold, it takes over what the other has folded. */
  approach({ ordinal }: Recorded, { memory, epoch }: World): void {
    if (this.hasBegun || ordinal <= this.sharedUpTo) return;
    this.hasBegun = true;
    this.timers.beginAt(epoch);
    this.memory.takeOver(memory);
  }

  apply(event: Recorded): void {
    if (!this.hasBegun) return;
    this.timers.before(event);
    this.memory.apply(event);
    if (event.ordinal <= (this.options.after ?? 0)) return;
    this.comparison.addEvent('was', event, this.outline(event, this.memory));
    this.options.onEvent?.('was', event, this.memory);
  }
}

/** The imagined side. */
class ImaginedSide {
  readonly world: World;
  readonly refused: ImpossibleAct[] = [];
  readonly impossible = { refused: 0, lost: 0 };
  private hasTimerFired = false;
  /** The type of the fact that records a failure. */
  private readonly failure: string | undefined;

  constructor(
    domain: Domain,
    private readonly options: WhatIfOptions,
    private readonly recordedSide: RecordedSide,
    start: string,
  ) {
    const { written, keeps, streams, rules = domain } = options;
    this.failure = rules.failures?.type;
    this.world = new World(rules, {
      start,
      shouldSurviveFaults: true,
      answer: (event, now) =>
        recordedSide.answers?.to(event, now.folded(event.stream), (batch) => inputBehind(domain, batch)) ?? options.people?.(event, now),
      onEvent: (event) => {
        recordedSide.comparison.addEvent('would', event, recordedSide.outline(event, this.world.memory));
        options.onEvent?.('would', event, this.world.memory);
      },
      ...(written ? { written } : {}),
      ...(keeps === undefined ? {} : { keeps }),
      ...(streams ? { streams } : {}),
    });
  }

  fold(event: Recorded): void {
    this.world.fold(event);
  }

  begin(): void {
    this.world.resume();
    this.options.begin?.(this.world);
  }

  meet(batch: Batch, origin: Origin | undefined): void {
    if (this.options.isDecidedElsewhere?.(batch)) return;
    const { world } = this;
    const { at } = batch.meta;
    const isAnswer = this.isAnswer(batch);
    // failures are recorded by the world itself, when its own rules fail
    const isFailure = batch.events[0]!.type === this.failure;
    if (!isInput(origin) || isAnswer || isFailure) {
      this.hasTimerFired ||= at === world.now && (isAnswer || origin?.kind === 'timer');
      return;
    }
    // Timers due at the instant of an act fire before it, unless history had them after it.
    if (at > world.now || this.hasTimerFired) world.advanceTo(laterOf(at, world.now));
    this.hasTimerFired = false;
    if (origin) this.act(batch, origin.command);
    else world.replay(batch.events);
  }

  /** Whether it is the answer to what this world asks itself. */
  private isAnswer(batch: Batch): boolean {
    const question = this.recordedSide.answers?.questionOfBatch(batch);
    return question !== undefined && question > (this.options.after ?? 0);
  }

  /** Repeats a recorded act. */
  private act({ meta: { at, actor, correlationId }, commandId, before }: Batch, recordedCommand: Message): void {
    const { change } = this.options;
    const command = change ? change({ command: recordedCommand, at, actor, was: before, world: this.world }) : recordedCommand;
    if (command === null) return;
    const outcome = command === 'lost' ? undefined : this.world.run(command, { actor, commandId, correlationId });
    if (outcome === undefined) this.noteImpossible({ at, actor, command: recordedCommand, refused: null });
    else if (outcome.kind === 'refused') this.noteImpossible({ at, actor, command: recordedCommand, refused: outcome.refused });
  }

  private noteImpossible(act: ImpossibleAct): void {
    this.impossible[act.refused ? 'refused' : 'lost'] += 1;
    if (this.refused.length < maxListed) this.refused.push(act);
  }
}

const isInput = (origin: Origin | undefined): boolean => origin === undefined || origin.kind === 'input';
