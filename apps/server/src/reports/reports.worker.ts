import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import PQueue from 'p-queue';
import { eventsReports } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { CountedEvents } from '@tocsin/domain/observers/reports/counted-events.js';
import { CountedOpenings } from '@tocsin/domain/observers/reports/counted-openings.js';
import { Report } from '@tocsin/domain/observers/reports/report.js';
import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import { readFreeBytes } from '@tocsin/platform/data-folder/free-bytes.js';
import { isDiskLow } from '../core/disk-space.js';
import { asProblem } from '../problems/problem.js';
import { StoredFacts } from './stored-facts.js';
import { pagesOf } from './log-pages.js';
import { WorkDeadline } from './work-deadline.js';
import type { FigureSource, ReportTask, ReportReply } from './worker-messages.js';

/** Start parameters of the reports’ thread. */
export interface ReportsThread {
  /** The folder of the log if another thread may read its file; null: pages are requested from the main thread. */
  readonly log: string | null;
  /** File of the columnar cache; may be deleted. */
  readonly columns: string;
}

/** The refusal to respond with; undefined for a bug. */
const refusalOf = (error: unknown): Omit<Extract<ReportReply, { kind: 'refused' }>, 'kind' | 'n'> | undefined => {
  const problem = asProblem(error);
  return problem ? { code: problem.code, params: problem.params, retryAfter: problem.retryAfter } : undefined;
};

const foldFor = (order: ReportOrder, behindNumber: FigureSource | null): Pick<Report, 'take' | 'bytes'> => {
  if (behindNumber === null) return new Report(order);
  if ('openings' in behindNumber) return new CountedOpenings(order, behindNumber.openings);
  const report = eventsReports.find((one) => one === order.report);
  if (!report) throw new Error(`no number of the ${order.report} report counts events`);
  return new CountedEvents({ ...order, report }, behindNumber.events);
};

const runThread = (thread: ReportsThread, port: MessagePort): void => {
  const disk = { freeBytes: () => readFreeBytes(dirname(thread.columns)) };
  const facts = StoredFacts.open(thread.columns, pagesOf(thread.log, port), () => !isDiskLow(disk));
  const post = (message: ReportReply): void => port.postMessage(message);
  const bytesOf = async (order: ReportOrder, behindNumber: FigureSource | null): Promise<string> => {
    const report = foldFor(order, behindNumber);
    const until = new WorkDeadline(() => performance.now(), reportLimits.reports.deadline);
    report.take(until.over(await facts.upTo(order.ordinal, until)));
    return report.bytes();
  };
  const answer = async ({ n, order, behind }: Extract<ReportTask, { ask: 'report' }>): Promise<void> => {
    try {
      const bytes = await bytesOf(order, behind);
      post({ kind: 'done', n, bytes, hash: createHash('sha256').update(bytes).digest('hex') });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) return post({ kind: 'refused', n, ...refusal });
      post({ kind: 'failed', n, message: error instanceof Error ? error.message : String(error) });
    }
  };
  const queue = new PQueue({ concurrency: 1 });
  // one after the other: each has the whole processor, and only one request for a page is open at a time
  port.on('message', (message: ReportTask) => {
    if (message.ask === 'report') void queue.add(() => answer(message));
  });
};

if (parentPort) runThread(workerData as ReportsThread, parentPort);
