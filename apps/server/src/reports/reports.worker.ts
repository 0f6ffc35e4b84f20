import { createHash } from 'node:crypto';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { ReportOrder } from '@tocsin/contracts/reports.js';
import { Report } from '@tocsin/domain/reports/report.js';
import { KeptFacts } from './kept-facts.js';
import { pagesOf } from './log-pages.js';
import type { ReportAsked, ReportSays } from './worker-words.js';

/** What the reports’ thread is told when it starts. */
export interface ReportsThread {
  /** The room of the log, where it is a file that another thread may read; null: pages of it are asked for. */
  readonly log: string | null;
  /** The file in which facts are kept as columns; it may be deleted. */
  readonly columns: string;
}

const work = (thread: ReportsThread, port: MessagePort): void => {
  const facts = KeptFacts.open(thread.columns, pagesOf(thread.log, port));
  const say = (message: ReportSays): void => port.postMessage(message);
  const bytesOf = async (order: ReportOrder): Promise<string> => {
    const report = new Report(order);
    report.take(await facts.upTo(order.ordinal));
    return report.bytes();
  };
  const answer = async (n: number, order: ReportOrder): Promise<void> => {
    try {
      const bytes = await bytesOf(order);
      say({ says: 'done', n, bytes, hash: createHash('sha256').update(bytes).digest('hex') });
    } catch (error) {
      say({ says: 'failed', n, message: error instanceof Error ? error.message : String(error) });
    }
  };
  let turn: Promise<void> = Promise.resolve();
  // one after the other: each has the whole processor, and a page of the log answers the one question there is
  port.on('message', (message: ReportAsked) => {
    if (message.ask === 'report') turn = turn.then(() => answer(message.n, message.order));
  });
};

if (parentPort) work(workerData as ReportsThread, parentPort);
