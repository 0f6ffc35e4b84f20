import { Worker } from 'node:worker_threads';
import { memory, readWithin } from '@tocsin/contracts/side-by-side/limits.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import type { OldSystemOrder, OldSystemReply } from './worker-messages.js';

export type ReadOldSystem = (order: OldSystemOrder) => Promise<OldSystemReply>;

/** Reads on a thread of its own, which ends with it. Throws where the thread does. */
export const readOnThread: ReadOldSystem = (order) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('old-system.worker.js', import.meta.url), {
      workerData: order,
      name: 'old system',
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    let reply: OldSystemReply = { kind: 'stopped', why: 'It was not read in time.' };
    const timer = setTimeout(() => void worker.terminate(), readWithin);
    worker.once('message', (message: OldSystemReply) => {
      reply = message;
      void worker.terminate();
    });
    onThreadEnd(worker, (error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(reply);
    });
  });
