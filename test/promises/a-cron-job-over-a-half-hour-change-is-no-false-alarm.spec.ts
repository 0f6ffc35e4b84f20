import { story } from '@tocsin/testing/stage/story.js';
import { Job } from '@tocsin/testing/stage/jobs.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => (stage = await Stage.begin()));
afterAll(() => stage.close());

/** Pings at each of these instants; a session does not last from one to the next change of the clock. */
const comesAt = async (cron: string, name: string, nights: readonly string[]): Promise<Job> => {
  const job = await Job.create(stage, { name, schedule: { kind: 'cron', cron, zone: 'Australia/Lord_Howe' }, grace: 5 });
  for (const [before, night] of nights.entries()) {
    await job.waitsUntil(`${night}:30.000Z`);
    await stage.ana.signInAgain('Ana');
    await job.pings();
    // it is recorded half a minute later, which no clock that is moved waits for
    if (before > 0) await stage.advance('PT31S');
    while ((await job.row()).pings <= before) await stage.settle();
    expect(await job.row()).toMatchObject({ state: 'healthy' });
  }
  expect(await stage.listGroups()).toEqual([]);
  return job;
};

/** The clock of Lord Howe Island goes forward by half an hour at 02:00 on the first Sunday of October, and back in April. */
story('a nightly job on a clock that is changed by half an hour', (chapter) => {
  chapter('is expected at the first instant after the time that is skipped', async () => {
    const job = await comesAt('15 2 * * *', 'Forward', ['2027-10-01T15:45', '2027-10-02T15:30', '2027-10-03T15:15']);
    await stage.ana.api.run('RemoveHeartbeat', { heartbeatId: job.heartbeatId });
  });

  chapter('is expected once at the time that is repeated, and missed when it does not come', async () => {
    await comesAt('45 1 * * *', 'Back', ['2028-03-31T14:45', '2028-04-01T14:45', '2028-04-02T15:15']);
    await stage.advance('PT25H');
    expect(await stage.listGroups()).toMatchObject([{ title: expect.stringContaining('01:45 (Australia/Lord_Howe)') }]);
  });
});
