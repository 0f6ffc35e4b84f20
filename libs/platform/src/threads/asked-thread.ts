import type { MessagePort, Worker } from 'node:worker_threads';
import { onThreadEnd } from './thread-end.js';

interface Asked<Question> {
  readonly n: number;
  readonly question: Question;
}
interface FailedAnswer {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
}
type Answered = { readonly n: number } & ({ readonly answer: unknown } | { readonly failed: FailedAnswer });

/** An error of a thread, which has the name and code of the one that it threw. */
export class ThreadFailed extends Error {
  constructor(
    readonly of: string,
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

const isAnswered = (message: unknown): message is Answered => typeof (message as Partial<Answered> | null)?.n === 'number';

/** A thread that answers questions, several at a time. `onOther`: called with its other messages. */
export class AskedThread<Question> {
  private readonly waiting = new Map<number, { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void }>();
  private asked = 0;
  hasEnded: Error | null = null;

  constructor(
    private readonly worker: Worker,
    onOther: (message: unknown) => void = () => {},
  ) {
    worker.on('message', (message: unknown) => (isAnswered(message) ? this.settle(message) : onOther(message)));
    onThreadEnd(worker, (error) => {
      this.hasEnded = error ?? new Error('the thread has ended');
      for (const { reject } of this.waiting.values()) reject(this.hasEnded);
      this.waiting.clear();
    });
  }

  get isIdle(): boolean {
    return this.waiting.size === 0;
  }

  /** Rejects with ThreadFailed, or with why the thread has ended. */
  ask<Answer>(question: Question): Promise<Answer> {
    if (this.hasEnded) return Promise.reject(this.hasEnded);
    this.asked += 1;
    const n = this.asked;
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.set(n, { resolve, reject });
      this.tell({ n, question } satisfies Asked<Question>);
    });
  }

  /** A message that is no question. */
  tell(message: unknown): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    this.worker.postMessage(message);
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private settle(message: Answered): void {
    const waiting = this.waiting.get(message.n);
    this.waiting.delete(message.n);
    if ('answer' in message) waiting?.resolve(message.answer as never);
    else waiting?.reject(new ThreadFailed(message.failed.name, message.failed.message, message.failed.code));
  }
}

const failedOf = (error: unknown): FailedAnswer => {
  const { name, message } =
    error instanceof Error ? { name: error.constructor.name, message: error.message } : { name: '', message: String(error) };
  return { name, message, code: (error as { readonly code?: string } | null)?.code };
};

/** In the thread: answers its questions; `onOther` is called with other messages. */
export const answerQuestions = (
  port: MessagePort,
  answer: (question: never) => unknown,
  onOther: (message: unknown) => void = () => {},
): void => {
  const reply = async ({ n, question }: Asked<unknown>): Promise<void> => {
    try {
      port.postMessage({ n, answer: await answer(question as never) } satisfies Answered);
    } catch (error) {
      port.postMessage({ n, failed: failedOf(error) } satisfies Answered);
    }
  };
  port.on('message', (message: Asked<unknown>) => (typeof message.n === 'number' ? void reply(message) : onOther(message)));
};
