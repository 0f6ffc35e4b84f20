import { createHash } from 'node:crypto';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { limits } from '@tocsin/contracts/limits.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { domainReads } from '@tocsin/domain/domain-reads.js';
import { domain } from '@tocsin/domain/registry.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { asProblem, HttpProblem } from '../../problems/problem.js';
import type { ViewReader } from '../view-reader.js';
import { createJobs } from './jobs.js';
import type { FromThread, JobTask, RowsQuestion, ToThread } from './thread-messages.js';

/** Processor time of this thread in milliseconds: what others do on the machine is not charged to whoever asks. */
const workTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const toBytes = (result: unknown): Uint8Array => {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  if (text.length > limits.computations.characters) throw new HttpProblem('answer.too_large');
  return new TextEncoder().encode(text);
};

/** Rows of views, which the main thread reads. One question at a time. */
class RowsOfViews {
  private settle: { readonly resolve: (rows: unknown) => void; readonly reject: (error: unknown) => void } | undefined;

  constructor(private readonly post: (message: FromThread) => void) {}

  readonly reader = {
    get: (view, id) => this.ask({ view, id }),
    list: (view, query) => this.ask({ view, query }),
  } as Pick<ViewReader, 'get' | 'list'>;

  handle(message: Extract<ToThread, { kind: 'found' | 'not_found' }>): void {
    if (message.kind === 'found') return this.settle?.resolve(message.rows);
    const error = message.error as string | { code: RefusalCode; params: Record<string, string | number>; retryAfter?: number };
    this.settle?.reject(
      typeof error === 'string' ? new Error(error) : new HttpProblem(error.code, error.params, undefined, error.retryAfter),
    );
  }

  private ask(question: RowsQuestion): Promise<unknown> {
    this.post({ kind: 'question', question });
    return new Promise((resolve, reject) => (this.settle = { resolve, reject }));
  }
}

const runThread = (port: MessagePort): void => {
  const post = (message: FromThread): void => port.postMessage(message);
  const memory = new MemoryRows(domain.memory);
  const views = new RowsOfViews(post);
  let now = '';
  const tell = (progress: unknown): void => post({ kind: 'progress', progress });
  const jobs = createJobs({ reads: domainReads(memory), viewReader: views.reader, now: () => now, tell });
  const run = async ({ job, input }: JobTask): Promise<void> => {
    const began = workTime();
    try {
      const bytes = toBytes(await (jobs[job] as (input: unknown) => unknown)(input));
      const hash = createHash('sha256').update(bytes).digest('base64url');
      post({ kind: 'done', bytes, hash, work: workTime() - began });
    } catch (error) {
      const [problem, work] = [asProblem(error), workTime() - began];
      if (!problem) return post({ kind: 'failed', error, work });
      const { code, params, errors, retryAfter, inTheWay } = problem;
      post({ kind: 'refused', problem: { code, params, errors, retryAfter, inTheWay }, work });
    }
  };
  port.on('message', (message: ToThread) => {
    if (message.kind === 'rows') memory.restore(message.view, 0, message.rows);
    else if (message.kind === 'job') {
      ({ now } = message);
      void run(message.task);
    } else views.handle(message);
  });
};

if (parentPort) runThread(parentPort);
