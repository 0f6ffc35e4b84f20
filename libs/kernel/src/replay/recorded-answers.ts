import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '../decide/decider.js';
import type { Batch, History } from './history.js';
import type { Origin } from './origin.js';
import { outcomeId } from '../react/process.js';
import { Streams } from './streams.js';
import type { Domain } from '../registry.js';
import { between } from '../time.js';
import type { Answer } from './awaited-answers.js';

/** How the outside’s answers are given again, to questions that may not be the same ones. */
export interface Answers {
  /** The kind of event that asks the outside. */
  readonly type: string;
  /** What questions have in common whose answers may stand for each other; `state`: of its stream, after it. */
  readonly key: (event: Recorded, state: unknown) => string;
  /** A recorded answer, given to this question. */
  readonly command: (event: Recorded, recorded: Message) => Message;
  /** When history has no answer left; undefined: silence. */
  readonly otherwise: (event: Recorded) => Answer | undefined;
}

interface Given {
  readonly answer: Answer;
  isUsed: boolean;
}

/** The answers of a history: to the same question the same, else the next one of its kind, in their order. */
export class RecordedAnswers {
  /** Batches that are answers: nobody’s own acts. */
  readonly batches = new Set<Batch>();
  private readonly questions = new Map<string, Given | null>();
  private readonly byKey = new Map<string, Given[]>();

  constructor(
    domain: Domain,
    history: History,
    origins: ReadonlyMap<Batch, Origin | undefined>,
    private readonly answers: Answers,
  ) {
    const given = new Map([...origins.keys()].map((batch) => [`${batch.stream} ${batch.commandId}`, batch]));
    const streams = new Streams(domain.deciders);
    for (const event of history.events) {
      streams.apply(event);
      if (event.type !== answers.type) continue;
      const batch = given.get(`${event.stream} ${outcomeId(event)}`);
      const origin = batch && origins.get(batch);
      if (batch && origin) this.keep(event, batch, origin.command, answers.key(event, streams.of(event.stream).state));
      else this.questions.set(event.id, null);
    }
  }

  to(event: Recorded, state: unknown): Answer | undefined {
    if (event.type !== this.answers.type) return undefined;
    const same = this.questions.get(event.id);
    if (same === null) return undefined;
    const given = same && !same.isUsed ? same : this.byKey.get(this.answers.key(event, state))?.find(({ isUsed }) => !isUsed);
    if (!given) return this.answers.otherwise(event);
    given.isUsed = true;
    return { ...given.answer, command: this.answers.command(event, given.answer.command) };
  }

  private keep(event: Recorded, batch: Batch, command: Message, key: string): void {
    const given: Given = { answer: { command, after: between(event.meta.at, batch.meta.at) }, isUsed: false };
    this.batches.add(batch);
    this.questions.set(event.id, given);
    this.byKey.set(key, [...(this.byKey.get(key) ?? []), given]);
  }
}
