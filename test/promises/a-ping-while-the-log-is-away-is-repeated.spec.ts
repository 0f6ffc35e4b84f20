import { clusterNode } from '@tocsin/testing/stage/cluster.js';
import { Job } from '@tocsin/testing/stage/jobs.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin({ profile: 'cluster' });
  stage.expectedErrors = /the log has not answered within 3000 ms|EventStoreDB does not answer|more events than the \d+ counted/;
});
afterAll(() => stage.close());

it('a ping while the log is away is asked to come again, and then counts; one that was answered is never lost', async () => {
  const job = await Job.create(stage);
  const node = await clusterNode(stage.tocsin.data);
  expect(await job.pings()).toEqual({ status: 200, retryAfter: null });
  node.freeze('calls');
  expect(await job.pings('/start')).toEqual({ status: 503, retryAfter: '5' });
  node.thaw();
  let status = 503;
  // as curl --retry does
  while (status === 503) ({ status } = await job.pings('/start'));
  expect(status).toBe(200);
  await stage.settleFully();
  const [begun] = [await job.row()];
  expect(begun).toMatchObject({ state: 'healthy', lastPing: { kind: 'start' } });
  await stage.restart('SIGKILL');
  await job.pings();
  expect(await job.row()).toMatchObject({ state: 'healthy', lastPing: { kind: 'success' } });
  expect(await stage.listGroups()).toEqual([]);
});
