import { Job } from '@tocsin/testing/stage/jobs.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { byTier } from '@tocsin/testing/tier.js';

let stage: Stage;
beforeAll(async () => (stage = await Stage.begin()));
afterAll(() => stage.close());

/** More than a storm takes to begin. */
const count = byTier({ short: 100, full: 500, deep: 500 });

it('hundreds of jobs that are due in one second are each overdue once, whoever else is paged; those that come again are healthy', async () => {
  const jobs: Job[] = [];
  for (let n = 0; n < count; n += 1) jobs.push(await Job.create(stage, { name: `Job ${n}`, grace: 1 }));
  await Promise.all(jobs.map((job) => job.pings()));
  await stage.advance('PT60M59S');
  expect(await stage.listGroups()).toEqual([]);
  await stage.advance('PT5S');
  const overdue = await stage.ana.api.listAll('heartbeats', 'where.state=overdue');
  expect(overdue).toHaveLength(count);
  await stage.settleFully();
  const groups = await stage.listGroups();
  // a storm is one more group, which takes the rest
  const alerts = groups.reduce((sum, { firing }) => sum + firing, 0);
  expect(alerts).toBe(count);
  expect(stage.ana.ringCount).toBeGreaterThan(0);
  await Promise.all(jobs.map((job) => job.pings()));
  await stage.settleFully();
  expect(await stage.ana.api.listAll('heartbeats', 'where.state=healthy')).toHaveLength(count);
  expect((await stage.listGroups()).every(({ status }) => status === 'resolved')).toBe(true);
});
