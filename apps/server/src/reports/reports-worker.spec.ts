import { ReportsWorker } from './reports-worker.js';

it('refuses reports once it has ended, also those that are waited for at that moment', async () => {
  const worker = new ReportsWorker({ log: null, columns: '/nowhere/reports.db' }, { readAll: async () => [] });
  const [waiting] = await Promise.allSettled([worker.report({} as never, null), worker.end()]);
  expect(waiting).toMatchObject({ status: 'rejected', reason: { message: 'reports have ended' } });
  await expect(worker.report({} as never, null)).rejects.toThrow('reports have ended');
});
