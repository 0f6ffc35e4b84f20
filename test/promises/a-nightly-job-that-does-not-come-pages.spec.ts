import { story } from '@tocsin/testing/stage/story.js';
import { Job } from '@tocsin/testing/stage/jobs.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let job: Job;
beforeAll(async () => {
  // at noon: begun in the night, it would be expected in that one
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-24T12:00:00.000Z' } });
  const schedule = { kind: 'cron', cron: '0 3 * * *', zone: 'Europe/Berlin' } as const;
  job = await Job.create(stage, { schedule, grace: 30 });
});
afterAll(() => stage.close());

/** So many days after the day on which the story begins, by the zone’s winter time. */
const nightOf = async (days: number): Promise<string> => {
  const now = await stage.tocsin.advance('PT0S');
  const day = new Date(Date.parse(now.slice(0, 10)) + days * 86_400_000);
  return day.toISOString().slice(0, 10);
};

story('a nightly job', (chapter) => {
  chapter('is expected from its first ping on, and pages nobody while it comes', async () => {
    expect(await job.row()).toMatchObject({ state: 'inactive', expectedAt: null });
    expect(await job.pings('/start')).toEqual({ status: 200, retryAfter: null });
    await stage.advance('PT10M');
    expect(await job.pings('', 'copied 3 files')).toEqual({ status: 200, retryAfter: null });
    expect(await job.row()).toMatchObject({ state: 'healthy', runs: [{ result: 'success', millis: 600_000 }] });
    await job.waitsUntil(`${await nightOf(1)}T02:29:59.000Z`);
    expect(stage.ana.ringCount).toBe(0);
    await job.pings();
  });

  chapter('that does not come pages once its grace is over, though the server was killed; the page says since when', async () => {
    await stage.advance('PT6H');
    await stage.restart('SIGKILL');
    await job.waitsUntil(`${await nightOf(1)}T02:31:00.000Z`);
    expect(stage.ana.pageCauses).toEqual(['escalation']);
    const group = await stage.getGroup();
    expect(group).toMatchObject({
      status: 'firing',
      urgency: 'high',
      title: expect.stringContaining('Nightly backup did not ping: expected at'),
    });
    expect(group.title).toContain('03:00 (Europe/Berlin)');
    expect(await job.row()).toMatchObject({ state: 'overdue' });
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: group.id });
  });

  chapter('comes late, and it is over', async () => {
    await stage.advance('PT5M');
    await job.pings('/start');
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged' });
    await stage.advance('PT5M');
    await job.pings('/0', 'copied 3 files');
    await stage.settleFully();
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved' });
    expect(await job.row()).toMatchObject({ state: 'healthy' });
    expect(stage.ana.pageCauses.filter((cause) => cause === 'escalation')).toHaveLength(1);
  });

  chapter('that says it failed pages at once, with the end of its output', async () => {
    await stage.advance('PT2H');
    const rung = stage.ana.ringCount;
    await job.pings('/3', `${'line\n'.repeat(3_000)}disk full`);
    const group = await stage.getGroup(2);
    expect(group).toMatchObject({ status: 'firing', title: expect.stringContaining('Nightly backup failed with exit status 3') });
    expect((await stage.ana.api.row('alerts', group.id)).alerts[0]!.details).toContain('disk full');
    expect(stage.ana.ringCount).toBe(rung + 1);
  });
});
