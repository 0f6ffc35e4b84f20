import { MessageChannel, Worker } from 'node:worker_threads';
import { LogUnavailable } from '@tocsin/platform/event-log/event-log.js';
import { pagesOf } from './log-pages.js';
import { ReportsWorker } from './reports-worker.js';

const missingPlace = { log: null, columns: '/nowhere/reports.db' };

/** Its thread runs the given program instead of reports; `m` is the message, `say` answers it. */
class WorkerOf extends ReportsWorker {
  constructor(
    private readonly program: string,
    log: ConstructorParameters<typeof ReportsWorker>[1] = { readAll: async () => [] },
  ) {
    super(missingPlace, log);
  }
  protected override startWorker(): Worker {
    const workerCode = `const { parentPort } = require('node:worker_threads'); const say = (what) => parentPort.postMessage(what);`;
    return new Worker(`${workerCode} parentPort.on('message', (m) => { ${this.program} });`, { eval: true });
  }
}

describe('the thread of reports', () => {
  it('refuses reports once it has ended, also those that are waited for at that moment', async () => {
    const worker = new ReportsWorker(missingPlace, { readAll: async () => [] });
    const [waitingReport] = await Promise.allSettled([worker.report({} as never, null), worker.end()]);
    expect(waitingReport).toMatchObject({ status: 'rejected', reason: { message: 'reports have ended' } });
    await expect(worker.report({} as never, null)).rejects.toThrow('reports have ended');
  });

  it('refuses one with a code when it can’t be computed now', async () => {
    const worker = new WorkerOf(
      `say({ kind: 'refused', n: m.n, code: 'store.unwritable', params: { reason: 'the disk is full' }, retryAfter: 5 });`,
    );
    await expect(worker.report({} as never, null)).rejects.toMatchObject({
      code: 'store.unwritable',
      message: 'Tocsin can’t save this now: the disk is full.',
      retryAfter: 5,
    });
    await worker.end();
  });

  it('is told when the log does not answer, and knows that from a bug', async () => {
    const program = `m.ask === 'report' ? say({ kind: 'page', after: 0, types: [] }) : say({ kind: 'failed', n: 1, message: m.ask + m.isOfLog });`;
    for (const [error, isOfLog] of [
      [new LogUnavailable('not_applied', 'no connection'), true],
      [new TypeError('x'), false],
    ] as const) {
      const worker = new WorkerOf(program, { readAll: () => Promise.reject(error) });
      await expect(worker.report({} as never, null)).rejects.toThrow(`trouble${isOfLog}`);
      await worker.end();
    }
  });

  it.each([
    [true, LogUnavailable],
    [false, Error],
  ])('fails by that (of the log: %s)', async (isOfLog, kind) => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', () => port2.postMessage({ ask: 'trouble', message: 'no connection', isOfLog }));
    const page = pagesOf(null, port1)(0, []);
    await expect(page).rejects.toThrow('no connection');
    await expect(page).rejects.toBeInstanceOf(kind);
    await page.catch((error: unknown) => expect(error instanceof LogUnavailable).toBe(isOfLog));
    port1.close();
  });
});
