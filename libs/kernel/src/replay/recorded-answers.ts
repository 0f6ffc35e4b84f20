import type { Recorded } from '@tocsin/contracts/envelope.js';
import { evolve, factMetaOf, type AnyDecider, type Message } from '../decide/decider.js';
import type { Batch } from './history.js';
import { outcomeIdOf } from '../react/process.js';
import { millisBetween } from '../time.js';
import type { ExternalAnswer } from './pending-answers.js';
import { SpillingMap, type SpillOptions } from './spilling-map.js';

/** Replays recorded external responses to requests that may differ from the recorded ones. */
export interface AnswerRules {
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
  readonly command: (event: Recorded, recordedCommand: Message, shiftMs: number) => Message;
  /** The answer where history never asked, without its delay. */
  readonly successCommand: (event: Recorded) => Message;
}

interface GivenAnswer {
  readonly batch: Batch;
  readonly after: number;
}

/** The questions of one name. */
interface QuestionAnswers {
  /** The answer to each; null while no answer is known (silence), and after it was given again. */
  readonly answers: (GivenAnswer | null)[];
  /** Number of repeated requests. */
  askedCount: number;
}

/** A question that waits for its answer. */
interface OpenQuestion {
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
  private readonly byKey: SpillingMap<QuestionAnswers>;
  private readonly byOutcome = new Map<string, OpenQuestion>();
  private readonly delays = new Map<string, number[]>();
  /** Ordinals of batches that answer questions of the range. */
  private readonly batches = new Set<number>();

  constructor(
    private readonly answers: AnswerRules,
    private readonly deciderOf: (stream: string) => AnyDecider | undefined,
    private readonly range: AnswersRange,
  ) {
    this.byKey = new SpillingMap('answers', range.spill);
  }

  /** Takes a batch that comes into view, in log order. */
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

  /** Whether a batch answers a question of the range, which is asked again. To be asked once for each batch. */
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
    // a question that was asked again before its answer came into view has already been answered by silence
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
