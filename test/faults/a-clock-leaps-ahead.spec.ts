import { story } from '@tocsin/testing/stage/story.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { reenactFolder, eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Watch } from '@tocsin/testing/stage/watch.js';
import { MachineClocks } from './machine-clocks.js';

const hour = 3_600_000;

story('a machine whose clock is set three hours ahead', (chapter) => {
  let stage: Stage;
  let watch: Watch;
  let mailbox: Mailbox;
  const clocks = new MachineClocks();

  beforeAll(async () => {
    mailbox = await Mailbox.start();
    const env = {
      ...clocks.env,
      TOCSIN_MAIL_FROM: 'tocsin@example.org',
      TOCSIN_ALLOW_CIDR: '127.0.0.1/32',
    };
    stage = await Stage.begin({ hasRealClock: true, env, mailbox });
    watch = await Watch.on(stage.ana.api, 'alertGroups');
  });
  afterAll(async () => {
    watch.close();
    await stage.detach();
    clocks.remove();
  });

  const getServerTime = async (): Promise<number> => Date.parse((await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body.now);

  chapter('goes on in the time that it was, says so, and pages', async () => {
    const before = Date.now();
    clocks.leapBy(stage, 3 * hour, 0);
    await stage.tocsin.waitForOutput(/"where":"clock"/);
    expect((await getServerTime()) - before).toBeLessThan(2 * hour);
    const { path } = await stage.integration('alertmanager');
    await stage.tocsin.anonymous.request('POST', path, alertmanagerMessage('firing', [{ name: 'DiskFull' }]));
    const { openedAt } = await watch.waitForRow('alertGroups', ({ number }) => number === 1);
    expect(Date.parse(openedAt) - before).toBeLessThan(2 * hour);
  });

  chapter('believes it when it has stayed there for a minute, records that, and tells owners', async () => {
    clocks.leapBy(stage, 3 * hour + 61_000, 61_000);
    const mail = await mailbox.waitFor(({ subject }) => subject === 'Tocsin: a clock was set forward');
    expect((await getServerTime()) - Date.now()).toBeGreaterThan(2 * hour);
    expect(mail.text).toMatch(/set forward from .* UTC and has stayed there/);
    await stage.tocsin.stop();
    const clockSteps = (await eventsOfFolder(stage.tocsin.data)).filter(({ type }) => type === 'ClockSteppedForward');
    expect(clockSteps).toHaveLength(1);
    const { from, to } = clockSteps[0]!.data as { from: string; to: string };
    expect(Math.round((Date.parse(to) - Date.parse(from)) / 60_000)).toBe(180);
    const { differences, otherLogic } = await reenactFolder(stage.tocsin.data);
    expect({ differences, otherLogic }).toEqual({ differences: [], otherLogic: 0 });
  });
});
