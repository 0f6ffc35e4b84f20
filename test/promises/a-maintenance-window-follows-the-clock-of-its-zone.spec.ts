import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { millisBetween } from '@tocsin/kernel/time.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2027-03-12T10:00:00.000Z' } });
  await stage.setPolicy([{ page: [stage.ana] }]);
});
afterAll(() => stage.close());

/** Moves the clock to an instant. */
const moveTo = async (instant: string): Promise<void> => {
  const now = await stage.tocsin.advance('PT0S');
  await stage.advance(`PT${Math.round(millisBetween(now, instant) / 1_000)}S`);
};

story('a maintenance window every Sunday from 01:30 to 03:30 in New York', (chapter) => {
  chapter('lasts one hour in the night in which the clock skips one', async () => {
    const { teamId, serviceId } = stage.setUpAnswer;
    await stage.ana.api.run('PlanMaintenance', {
      teamId,
      name: 'Database upgrade',
      services: [serviceId],
      from: '2027-03-07T01:30',
      to: '2027-03-07T03:30',
      zone: 'America/New_York',
      rule: 'FREQ=WEEKLY',
    });
    // 14 March: 01:30 EST to 03:30 EDT
    await moveTo('2027-03-14T06:31:00.000Z');
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect(await stage.getGroup()).toMatchObject({
      status: 'suppressed',
      suppressed: { mutes: [{ kind: 'maintenance', until: '2027-03-14T07:30:00.000Z' }] },
    });
    expect(stage.ana.pageCauses).toEqual([]);
  });

  chapter('pages five minutes after its end what still fires, though the server was killed meanwhile', async () => {
    await stage.restart('SIGKILL');
    await moveTo('2027-03-14T07:34:00.000Z');
    expect(stage.ana.pageCauses).toEqual([]);
    await moveTo('2027-03-14T07:36:00.000Z');
    expect(stage.ana.pageCauses).toEqual(['escalation']);
  });
});
