import type { Recorded } from '@tocsin/contracts/envelope.js';
import { evolve, whenOf, type AnyDecider, type Message } from '../decide/decider.js';
import type { Batch } from './history.js';
import { outcomeId } from '../react/process.js';
import { between } from '../time.js';
import type { Answer } from './awaited-answers.js';

/** How the outside’s answers are given again, to questions that may not be the same ones. */
export interface Answers {
  /** The kinds of event that ask the outside. */
  readonly types: readonly string[];
  /** A question’s name, which does not depend on who led: the n-th of a name is given the n-th answer. `state`: of its stream, after it. */
  readonly key: (event: Recorded, state: unknown) => string;
  /** What takes equally long to answer: a channel. */
  readonly channel: (event: Recorded, state: unknown) => string;
  /** A recorded answer, given to this question. */
  readonly command: (event: Recorded, recorded: Message) => Message;
  /** When history never asked: the answer, without its delay. */
  readonly otherwise: (event: Recorded) => Message;
}

interface Question {
  readonly ordinal: number;
  readonly at: string;
  readonly channel: string;
  /** Undefined while nothing is known of an answer: silence. */
  answer: { readonly batch: Batch; readonly after: number } | undefined;
}

/** Delays of which the median is taken: the last ones. */
const mostDelays = 1_000;

/**
 * The answers of a history: to the n-th question of a name those to its n-th, at the same distance; where history never asked, it goes well after
 * the median of the channel so far.
 */
export class RecordedAnswers {
  private readonly byKey = new Map<string, Question[]>();
  private readonly byOutcome = new Map<string, Question>();
  private readonly given = new Map<string, number>();
  private readonly delays = new Map<string, number[]>();
  /** Ordinals of answers, and of what they answer. */
  private readonly batches = new Map<number, number>();

  constructor(
    private readonly answers: Answers,
    private readonly deciderOf: (stream: string) => AnyDecider | undefined,
  ) {}

  /** A batch comes into sight, in log order. */
  read(batch: Batch): void {
    const answered = this.byOutcome.get(`${batch.stream} ${batch.commandId}`);
    if (answered) this.answered(answered, batch);
    if (!batch.events.some(({ type }) => this.answers.types.includes(type))) return;
    const decider = this.deciderOf(batch.stream);
    let state = batch.before;
    for (const event of batch.events) {
      if (decider) state = evolve(decider, state, event, whenOf(event));
      if (this.answers.types.includes(event.type)) this.asked(event, state);
    }
  }

  /** The ordinal of the question that a batch answers: it is nobody’s own act. */
  answeredBy({ ordinal }: Batch): number | undefined {
    return this.batches.get(ordinal);
  }

  to(event: Recorded, state: unknown, commandOf: (batch: Batch) => Message | undefined): Answer | undefined {
    if (!this.answers.types.includes(event.type)) return undefined;
    const key = this.answers.key(event, state);
    const nth = this.given.get(key) ?? 0;
    this.given.set(key, nth + 1);
    const question = this.byKey.get(key)?.[nth];
    if (!question) return { command: this.answers.otherwise(event), after: this.median(this.answers.channel(event, state)) };
    const { answer } = question;
    question.answer = undefined;
    const command = answer && commandOf(answer.batch);
    return command && { command: this.answers.command(event, command), after: answer.after };
  }

  private asked(event: Recorded, state: unknown): void {
    const question: Question = {
      ordinal: event.ordinal,
      at: event.meta.at,
      channel: this.answers.channel(event, state),
      answer: undefined,
    };
    const key = this.answers.key(event, state);
    const others = this.byKey.get(key);
    if (others) others.push(question);
    else this.byKey.set(key, [question]);
    this.byOutcome.set(`${event.stream} ${outcomeId(event)}`, question);
  }

  private answered(question: Question, batch: Batch): void {
    this.byOutcome.delete(`${batch.stream} ${batch.commandId}`);
    question.answer = { batch: { ...batch, before: undefined }, after: Math.max(0, between(question.at, batch.meta.at)) };
    this.batches.set(batch.ordinal, question.ordinal);
    const delays = this.delays.get(question.channel) ?? [];
    delays.push(question.answer.after);
    if (delays.length > mostDelays) delays.splice(0, mostDelays / 2);
    this.delays.set(question.channel, delays);
  }

  private median(channel: string): number {
    const delays = this.delays.get(channel)?.toSorted((a, b) => a - b) ?? [];
    return delays[(delays.length - 1) >> 1] ?? 0;
  }
}
