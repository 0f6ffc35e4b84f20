import type { Recorded } from '@tocsin/contracts/envelope.js';
import { evolve, factMetaOf, type AnyDecider, type Message } from '../decide/decider.js';
import type { Batch } from './history.js';
import { outcomeIdOf } from '../react/process.js';
import { millisBetween } from '../time.js';
import type { ExternalAnswer } from './pending-answers.js';
import { SpillingMap, type SpillOptions } from './spilling-map.js';

/** Adapts recorded answers to requests that may differ from the recorded ones. */
export interface AnswerRules {
  /** The event types that request an answer from outside. */
  readonly types: readonly string[];
  /**
   * The key of a request, independent of the reactor’s epoch: the n-th request of a key gets the n-th answer. `state`: of its stream, after the event.
   */
  readonly key: (event: Recorded, state: unknown) => string;
  /** Requests of one channel take about equally long to answer. */
  readonly channel: (event: Recorded, state: unknown) => string;
  /** A recorded answer, adapted to this request. `shiftMs`: by how much later than recorded it comes. */
  readonly command: (event: Recorded, recordedCommand: Message, shiftMs: number) => Message;
  /** The answer to a request that was not recorded. */
  readonly successCommand: (event: Recorded) => Message;
}

interface GivenAnswer {
  readonly batch: Batch;
  readonly after: number;
}

interface QuestionAnswers {
  /** Null while no answer is known, and once it was used. */
  readonly answers: (GivenAnswer | null)[];
  askedCount: number;
}

interface OpenQuestion {
  readonly ordinal: number;
  readonly at: string;
  readonly channel: string;
  /** Null for requests before the range, which are not repeated. */
  readonly place: { readonly key: string; readonly nth: number } | null;
}

export interface AnswersRange {
  /** Requests after this ordinal are repeated. */
  readonly after: number;
  readonly spill?: SpillOptions | undefined;
}

/** The median is taken over at most this many of the last delays. */
const maxDelays = 1_000;

/** A request that was not recorded succeeds after the channel’s median delay so far. */
export class RecordedAnswers {
  private readonly byKey: SpillingMap<QuestionAnswers>;
  private readonly byOutcome = new Map<string, OpenQuestion>();
  private readonly delays = new Map<string, number[]>();
  /** Ordinals of batches that answer requests of the range. */
  private readonly batches = new Set<number>();

  constructor(
    private readonly answers: AnswerRules,
    private readonly deciderOf: (stream: string) => AnyDecider | undefined,
    private readonly range: AnswersRange,
  ) {
    this.byKey = new SpillingMap('answers', range.spill);
  }

  /** Must be called in log order, when a batch comes into view. */
  read(batch: Batch): void {
    const openQuestion = this.byOutcome.get(`${batch.stream} ${batch.commandId}`);
    if (openQuestion) this.noteAnswer(openQuestion, batch);
    if (!batch.events.some(({ type }) => this.answers.types.includes(type))) return;
    const decider = this.deciderOf(batch.stream);
    let state = batch.before;
    for (const event of batch.events) {
      if (decider) state = evolve(decider, state, event, factMetaOf(event));
      if (this.answers.types.includes(event.type)) this.noteQuestion(event, state);
    }
  }

  /** Whether a batch answers a request of the range. Ask it once for each batch. */
  takeAnswer({ ordinal }: Batch): boolean {
    return this.batches.delete(ordinal);
  }

  to(event: Recorded, state: unknown, commandOf: (batch: Batch) => Message | undefined): ExternalAnswer | undefined {
    if (!this.answers.types.includes(event.type)) return undefined;
    const key = this.answers.key(event, state);
    const questionAnswers = this.byKey.get(key) ?? { answers: [], askedCount: 0 };
    const nth = questionAnswers.askedCount;
    questionAnswers.askedCount += 1;
    const isKnown = nth < questionAnswers.answers.length;
    const answer = questionAnswers.answers[nth];
    if (isKnown) questionAnswers.answers[nth] = null;
    this.byKey.set(key, questionAnswers);
    if (!isKnown) return { command: this.answers.successCommand(event), after: this.median(this.answers.channel(event, state)) };
    const command = answer && commandOf(answer.batch);
    if (!command) return undefined;
    const shiftMs = millisBetween(answer.batch.meta.at, event.meta.at) + answer.after;
    return { command: this.answers.command(event, command, shiftMs), after: answer.after };
  }

  private noteQuestion(event: Recorded, state: unknown): void {
    const { ordinal, meta, stream } = event;
    const place = ordinal > this.range.after ? this.addQuestion(this.answers.key(event, state)) : null;
    const channel = this.answers.channel(event, state);
    this.byOutcome.set(`${stream} ${outcomeIdOf(event)}`, { ordinal, at: meta.at, channel, place });
  }

  private addQuestion(key: string): OpenQuestion['place'] {
    const questionAnswers = this.byKey.get(key) ?? { answers: [], askedCount: 0 };
    questionAnswers.answers.push(null);
    this.byKey.set(key, questionAnswers);
    return { key, nth: questionAnswers.answers.length - 1 };
  }

  private noteAnswer({ at, channel, place }: OpenQuestion, batch: Batch): void {
    this.byOutcome.delete(`${batch.stream} ${batch.commandId}`);
    const after = Math.max(0, millisBetween(at, batch.meta.at));
    const questionAnswers = place && this.byKey.get(place.key);
    // a request that was repeated before its answer came into view got no answer
    if (questionAnswers && place.nth >= questionAnswers.askedCount) {
      questionAnswers.answers[place.nth] = { batch: { ...batch, before: undefined }, after };
      this.byKey.set(place.key, questionAnswers);
    }
    if (place) this.batches.add(batch.ordinal);
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
