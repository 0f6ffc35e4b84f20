import { createHash } from 'node:crypto';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { eventContract, type RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { ReportOrder } from '@tocsin/contracts/reports.js';
import { FactReader, reportTypes } from '@tocsin/domain/reports/facts-of-event.js';
import { Report } from '@tocsin/domain/reports/report.js';
import { domain } from '@tocsin/domain/registry.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { pagesOf, type ReadPage } from './log-pages.js';
import type { ReportAsked, ReportSays, ReportsThread } from './worker-words.js';

/** Reports look at no encrypted field, so this thread has no keys: erasing and redacting change nothing of what it reads. */
const codec = new EventCodec({
  vault: { keyFor: () => null, keyIfKept: () => null },
  contractOf: eventContract,
  upcasters: domain.upcasters,
});
const everySubject = (): boolean => true;

/** Folds the log up to the position of the order. */
const bytesOf = async (order: ReportOrder, read: ReadPage): Promise<string> => {
  const report = new Report(order);
  const facts = new FactReader();
  for (let after = 0; after < order.ordinal;) {
    const events = await read(after, reportTypes);
    for (const event of events) report.take(facts.read(codec.decode(event, everySubject) as RecordedFact));
    after = events.at(-1)?.ordinal ?? order.ordinal;
  }
  return report.bytes();
};

const work = (thread: ReportsThread, port: MessagePort): void => {
  const read = pagesOf(thread, port);
  const say = (message: ReportSays): void => port.postMessage(message);
  let turn: Promise<void> = Promise.resolve();
  const answer = async (n: number, order: ReportOrder): Promise<void> => {
    try {
      const bytes = await bytesOf(order, read);
      say({ says: 'done', n, bytes, hash: createHash('sha256').update(bytes).digest('hex') });
    } catch (error) {
      say({ says: 'failed', n, message: error instanceof Error ? error.message : String(error) });
    }
  };
  // one after the other: each has the whole processor, and a page of the log answers the one question there is
  port.on('message', (message: ReportAsked) => {
    if (message.ask === 'report') turn = turn.then(() => answer(message.n, message.order));
  });
};

if (parentPort) work(workerData as ReportsThread, parentPort);
