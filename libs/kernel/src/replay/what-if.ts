import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import type { Refusal } from '../decide/refusal.js';
import { deciderOf, type Domain } from '../registry.js';
import { MemoryRows } from '../rows/memory-rows.js';
import { laterOf } from '../time.js';
import type { ExternalAnswer } from './pending-answers.js';
import { Comparison, type Divergence, type Outline } from './comparison.js';
import { History, type Batch, type HistoryOptions, type ReadBefore } from './history.js';
import { IdIndex } from './id-index.js';
import { inputBehind, originOf, type Origin } from './origin.js';
import { PlannedTimers } from './planned-timers.js';
import { RecordedAnswers, type AnswerRules } from './recorded-answers.js';
import { asSource, type EventSource, type EventsOrSource } from './source.js';
import { World, type WorldOptions } from './world.js';
import type { StoredForm } from './stored-form.js';

/** A recorded act that is repeated. */
export interface Act {
  readonly command: Message;
  readonly at: string;
  readonly actor: Actor;
  /** The recorded state of its stream at that time. */
  readonly was: unknown;
  readonly world: World;
}

export interface WhatIfOptions extends HistoryOptions {
  /** Replaces a recorded act. Null: it did not happen. `lost`: its subject does not exist in the changed history, which is counted. */
  readonly change?: (act: Act) => Message | null | 'lost';
  readonly begin?: (world: World) => void;
  readonly answers?: AnswerRules;
  /** Assumed acts of people after an event. */
  readonly people?: (event: Recorded, world: World) => ExternalAnswer | undefined;
  /** Whether other rules decided this batch: then the current rules decide instead, and its events are left out. */
  readonly isDecidedElsewhere?: (batch: Batch) => boolean;
  /** Time continues after the last event until this instant. */
  readonly until?: string;
  /** The compared part of an event; type and data when absent. */
  readonly outline?: Outline;
  /** A shift of up to this many milliseconds counts as equal; 0 when absent. */
  readonly tolerance?: number;
  readonly written?: StoredForm;
  /** How many of its last events the world keeps at least; all when absent. */
  readonly keeps?: number;
  readonly onEvent?: (event: Recorded, memory: MemoryRows) => void;
  readonly onRecorded?: (event: Recorded, memory: MemoryRows) => void;
}

/** An act that was not possible in the changed history. `refused` is null when its subject does not exist there. */
export interface ImpossibleAct {
  readonly at: string;
  readonly actor: Actor;
  readonly command: Message;
  readonly refused: Refusal | null;
}

export interface WhatIfResult {
  readonly world: World;
  readonly divergences: readonly Divergence[];
  /** The first impossible acts, at most `maxListed`. */
  readonly refused: readonly ImpossibleAct[];
  /** Totals. `lost`: the subject does not exist. */
  readonly impossible: { readonly refused: number; readonly lost: number };
}

/** The result before its differences are loaded: iterate them lazily, any number of times. */
export type WhatIfRun = Omit<WhatIfResult, 'divergences'> & { readonly divergences: Iterable<Divergence> };

/** At most this many acts are listed; the others are only counted. */
export const maxListed = 1_000;

/**
 * Simulates a changed history: recorded inputs at their recorded times, everything else decided again when it is due. Without a change the result equals
 * the history, except for the effects of lateness and downtime.
 */
export const collectWhatIf = (domain: Domain, events: EventsOrSource, options: WhatIfOptions = {}): WhatIfResult => {
  const steps = runWhatIfs(domain, events, options, [{}]);
  for (;;) {
    const step = steps.next();
    if (step.done) return { ...step.value[0]!, divergences: [...step.value[0]!.divergences] };
  }
};

/** A world folded up to a window before a range: replays of that range begin there, one after the other. */
export interface FoldedStart extends ReadBefore {
  readonly world: World;
}

const defaultWindow = 10_000;

/** Folds the part of the log that all replays of a range share. Yields the ordinal of each event. */
export const foldStart = function* (
  domain: Domain,
  source: EventSource,
  options: Pick<WhatIfOptions, 'after' | 'window' | 'written' | 'keeps' | 'streams'>,
): Generator<number, FoldedStart, void> {
  const { after = 0, window = defaultWindow } = options;
  const world = new World(domain, { start: source.at(1)?.meta.at ?? '', ...worldOptions(options) });
  const ids = new IdIndex();
  let ordinal = 0;
  for (let page = source.after(0); page.length > 0 && ordinal < after - window; page = source.after(ordinal)) {
    for (const event of page) {
      if (event.ordinal > after - window) break;
      ids.add(event.id, event.ordinal);
      world.fold(event);
      ({ ordinal } = event);
      yield ordinal;
    }
    if ((page.at(-1)?.ordinal ?? 0) > after - window) break;
  }
  return { world, ordinal, ids, fill: (streams) => world.giveStreams(streams) };
};

/**
 * Simulates several changed histories side by side, so that the log is read once. A variant’s options replace the common ones; each variant needs its own
 * spill store. Yields the ordinal of each event. With a `folded` start of the same range, what precedes it is not read again.
 */
export const runWhatIfs = function* (
  domain: Domain,
  events: EventsOrSource,
  options: WhatIfOptions,
  variants: readonly Omit<WhatIfOptions, 'window' | 'after' | 'upTo'>[],
  folded?: FoldedStart,
): Generator<number, readonly WhatIfRun[], void> {
  const history = new History(domain, asSource(events), options, folded);
  const { after = 0 } = options;
  const start = history.start;
  const before = createWorldBefore(domain, { start, ...worldOptions(options) }, folded);
  const recordedSide = new RecordedSide(domain, history, after);
  const sides = variants.map((variant) => new ImaginedSide(domain, { ...options, ...variant }, start));
  let now = start;
  for (const event of history.events()) {
    const { ordinal } = event;
    for (const batch of history.batches()) for (const one of [recordedSide, ...sides]) one.note(batch);
    now = laterOf(now, event.meta.at);
    recordedSide.approach(event, before);
    if (ordinal <= after) before.fold(event);
    if (ordinal === after + 1) for (const side of sides) side.begin(before);
    const batch = recordedSide.takeBatch(ordinal);
    if (batch && ordinal > after) {
      const origin = recordedSide.originOf(batch);
      for (const side of sides) side.meet(batch, origin);
    }
    recordedSide.apply(event);
    if (ordinal > after) {
      options.onRecorded?.(event, recordedSide.memory);
      for (const side of sides) side.see(event, recordedSide.memory);
    }
    yield ordinal;
  }
  return sides.map((side) => side.end(now));
};

/** The part before the range, which all variants share. */
const createWorldBefore = (domain: Domain, options: WorldOptions, folded: FoldedStart | undefined): World => {
  const before = new World(domain, options);
  if (folded) before.takeOver(folded.world);
  return before;
};

const wholeOutline: Outline = ({ type, data }) => ({ type, data });

const worldOptions = ({ written, keeps, streams }: WhatIfOptions): Omit<WorldOptions, 'start'> => ({
  ...(written ? { written } : {}),
  ...(keeps === undefined ? {} : { keeps }),
  ...(streams ? { streams } : {}),
});

class RecordedSide {
  readonly memory: MemoryRows;
  private readonly timers: PlannedTimers;
  private readonly batches = new Map<number, Batch>();
  /** Up to here all sides are the same, so only the world before the range folds. Batches of the range read at most a window before it. */
  private readonly sharedUpTo: number;
  private hasBegun = false;

  constructor(
    private readonly domain: Domain,
    private readonly history: History,
    after: number,
  ) {
    this.sharedUpTo = after - history.window;
    this.memory = new MemoryRows(domain.memory);
    this.timers = new PlannedTimers(domain, this.memory, history.window);
  }

  note(batch: Batch): void {
    this.batches.set(batch.ordinal, batch);
  }

  takeBatch(ordinal: number): Batch | undefined {
    const batch = this.batches.get(ordinal);
    this.batches.delete(ordinal);
    return batch;
  }

  originOf(batch: Batch): Origin | undefined {
    return originOf(this.domain, this.history, this.timers, batch);
  }

  /** Must be called before any side takes the event. At the start of its window, this side takes over what was folded before. */
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
  }
}

class ImaginedSide {
  private readonly answers: RecordedAnswers | undefined;
  private readonly world: World;
  private readonly comparison: Comparison;
  private readonly outline: Outline;
  private readonly refused: ImpossibleAct[] = [];
  private readonly impossible = { refused: 0, lost: 0 };
  private hasTimerFired = false;
  private readonly failure: string | undefined;

  constructor(
    domain: Domain,
    private readonly options: WhatIfOptions,
    start: string,
  ) {
    const { answers, outline = wholeOutline, tolerance = 0, streams, after = 0, people, onEvent } = options;
    this.outline = outline;
    this.comparison = new Comparison(tolerance, streams);
    this.answers = answers && new RecordedAnswers(answers, (stream) => deciderOf(domain.deciders, stream), { after, spill: streams });
    this.failure = domain.failures?.type;
    this.world = new World(domain, {
      start,
      shouldSurviveFaults: true,
      answer: (event, now) =>
        this.answers?.to(event, now.folded(event.stream), (batch) => inputBehind(domain, batch)) ?? people?.(event, now),
      onEvent: (event) => {
        this.comparison.addEvent('would', event, this.outline(event, this.world.memory));
        onEvent?.(event, this.world.memory);
      },
      ...worldOptions(options),
    });
  }

  note(batch: Batch): void {
    this.answers?.read(batch);
  }

  begin(before: World): void {
    this.world.takeOver(before);
    this.world.resume();
    this.options.begin?.(this.world);
  }

  /** Takes a recorded event, which `memory` has folded. */
  see(event: Recorded, memory: MemoryRows): void {
    this.comparison.addEvent('was', event, this.outline(event, memory));
  }

  end(now: string): WhatIfRun {
    const { world, comparison, refused, impossible, options } = this;
    world.advanceTo([now, options.until ?? ''].reduce(laterOf, world.now));
    return { world, divergences: { [Symbol.iterator]: () => comparison.divergences()[Symbol.iterator]() }, refused, impossible };
  }

  meet(batch: Batch, origin: Origin | undefined): void {
    if (this.options.isDecidedElsewhere?.(batch)) return;
    const { world } = this;
    const { at } = batch.meta;
    const isAnswer = this.answers?.takeAnswer(batch) === true;
    // the world records failures itself, when its own rules fail
    const isFailure = batch.events[0]!.type === this.failure;
    if (!isInput(origin) || isAnswer || isFailure) {
      this.hasTimerFired ||= at === world.now && (isAnswer || origin?.kind === 'timer');
      return;
    }
    // timers due at the instant of an act fire before it, unless history had them after it
    if (at > world.now || this.hasTimerFired) world.advanceTo(laterOf(at, world.now));
    this.hasTimerFired = false;
    // an act without effect may have moved the clock, but an input’s time must not lie before it: a log on which time goes back is replayed otherwise
    if (origin) this.act(batch, origin.command);
    else world.replay(batch.events.map((event) => ({ ...event, meta: { ...event.meta, at: laterOf(at, world.now) } })));
  }

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
