import type { Recorded } from '@tocsin/contracts/envelope.js';
import { evolve, whenOf, type AnyDecider, type Message } from '../decide/decider.js';
import type { Batch } from './history.js';
import { outcomeId } from '../react/process.js';
import { between } from '../time.js';
import type { Answer } from './awaited-answers.js';
import { SpillingMap, type SpillOptions } from './spilling-map.js';

/** Replays recorded external responses to requests that may differ from the recorded ones. */
export interface Answers {
  /** The event types that ask something outside. */
  readonly types: readonly string[];
  /**
   * The name of a question, independent of who led: the n-th question of a name gets the n-th answer. `state`: of its
   * stream, after the event.
   */
  readonly key: (event: Recorded, state: unknown) => string;
  /** The channel: questions of one channel take about equally long to answer. */
  readonly channel: (event: Recorded, state: unknown) => string;
  /** A recorded response, adapted to this request. `moved`: milliseconds by which it comes later than recorded. */
  readonly command: (event: Recorded, recorded: Message, moved: number) => Message;
  /** The answer where history never asked, without its delay. */
  readonly otherwise: (event: Recorded) => Message;
}

interface GivenAnswer {
  readonly batch: Batch;
  readonly after: number;
}

/** The questions of one name. */
interface Named {
  /** The answer to each; null while no answer is known (silence), and after it was given again. */
  readonly answers: (GivenAnswer | null)[];
  /** Number of repeated requests. */
  given: number;
}

/** A question that waits for its answer. */
interface Open {
  readonly ordinal: number;
  readonly at: string;
  readonly channel: string;
  /**
   * Its name, and its position among the questions of that name; null before the range, where it is not asked again.
   */
  readonly place: { readonly key: string; readonly nth: number } | null;
}

export interface AnswersRange {
  /** Requests after this ordinal are made again. */
  readonly after: number;
  readonly spill?: SpillOptions | undefined;
}

/** The median is taken over at most this many of the last delays. */
const maxDelays = 1_000;

/**
 * The answers of a history: the n-th question of a name gets the recorded answer to its n-th, after the same delay.
 * Where history never asked, it succeeds after the channel’s median delay so far.
 */
export class RecordedAnswers {
  private readonly byKey: SpillingMap<Named>;
  private readonly byOutcome = new Map<string, Open>();
  private readonly delays = new Map<string, number[]>();
  /** By the ordinal of a response’s batch: the ordinal of its request. */
  private readonly batches = new Map<number, number>();

  constructor(
    private readonly answers: Answers,
    private readonly deciderOf: (stream: string) => AnyDecider | undefined,
    private readonly range: AnswersRange,
  ) {
    this.byKey = new SpillingMap('answers', range.spill);
  }

  /** Takes a batch that comes into view, in log order. */
  read(batch: Batch): void {
    const answered = this.byOutcome.get(`${batch.stream} ${batch.commandId}`);
    if (answered) this.noteAnswer(answered, batch);
    if (!batch.events.some(({ type }) => this.answers.types.includes(type))) return;
    const decider = this.deciderOf(batch.stream);
    let state = batch.before;
    for (const event of batch.events) {
      if (decider) state = evolve(decider, state, event, whenOf(event));
      if (this.answers.types.includes(event.type)) this.noteQuestion(event, state);
    }
  }

  /** The ordinal of the question that a batch answers; undefined for other batches. Returned once for each batch. */
  answeredBy({ ordinal }: Batch): number | undefined {
    const question = this.batches.get(ordinal);
    this.batches.delete(ordinal);
    return question;
  }

  to(event: Recorded, state: unknown, commandOf: (batch: Batch) => Message | undefined): Answer | undefined {
    if (!this.answers.types.includes(event.type)) return undefined;
    const key = this.answers.key(event, state);
    const named = this.byKey.get(key) ?? { answers: [], given: 0 };
    const nth = named.given;
    named.given += 1;
    const isKnown = nth < named.answers.length;
    const answer = named.answers[nth];
    if (isKnown) named.answers[nth] = null;
    this.byKey.set(key, named);
    if (!isKnown) return { command: this.answers.otherwise(event), after: this.median(this.answers.channel(event, state)) };
    const command = answer && commandOf(answer.batch);
    if (!command) return undefined;
    const moved = between(answer.batch.meta.at, event.meta.at) + answer.after;
    return { command: this.answers.command(event, command, moved), after: answer.after };
  }

  private noteQuestion(event: Recorded, state: unknown): void {
    const { ordinal, meta, stream } = event;
    const place = ordinal > this.range.after ? this.named(this.answers.key(event, state)) : null;
    const channel = this.answers.channel(event, state);
    this.byOutcome.set(`${stream} ${outcomeId(event)}`, { ordinal, at: meta.at, channel, place });
  }

  private named(key: string): Open['place'] {
    const named = this.byKey.get(key) ?? { answers: [], given: 0 };
    named.answers.push(null);
    this.byKey.set(key, named);
    return { key, nth: named.answers.length - 1 };
  }

  private noteAnswer({ ordinal, at, channel, place }: Open, batch: Batch): void {
    this.byOutcome.delete(`${batch.stream} ${batch.commandId}`);
    const after = Math.max(0, between(at, batch.meta.at));
    const named = place && this.byKey.get(place.key);
    // a question that was asked again before its answer came into view has already been answered by silence
    if (named && place.nth >= named.given) {
      named.answers[place.nth] = { batch: { ...batch, before: undefined }, after };
      this.byKey.set(place.key, named);
    }
    this.batches.set(batch.ordinal, ordinal);
    const delays = this.delays.get(channel) ?? [];
    delays.push(after);
    if (delays.length > maxDelays) delays.splice(0, maxDelays / 2);
    this.delays.set(channel, delays);
  }

  private median(channel: string): number {
    const delays = this.delays.get(channel)?.toSorted((a, b) => a - b) ?? [];
    return delays[(delays.length - 1) >> 1] ?? 0;
  }
}
