import { story } from '@tocsin/testing/stage/story.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { eventsOfFolder, reenactFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Watch } from '@tocsin/testing/stage/watch.js';
import { MachineClocks } from './machine-clocks.js';

const minute = 60_000;
const hour = 60 * minute;

story('a machine whose clock is set back by an hour', (chapter) => {
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

  chapter('takes the next step of an open alert group when it would have come, and tells owners', async () => {
    const { path } = await stage.integration('alertmanager');
    await stage.tocsin.anonymous.request('POST', path, alertmanagerMessage('firing', [{ name: 'DiskFull' }]));
    const { next: plannedNext } = await watch.waitForRow('alertGroups', ({ next }) => next !== null);
    clocks.leapBy(stage, -hour, 0);
    const { next: movedNext } = await watch.waitForRow('alertGroups', ({ next }) => next !== null && next.dueAt < plannedNext!.dueAt);
    expect({ ...movedNext, dueAt: Math.round((Date.parse(plannedNext!.dueAt) - Date.parse(movedNext!.dueAt)) / minute) }).toEqual({
      ...plannedNext,
      dueAt: 60,
    });
    const mail = await mailbox.waitFor(({ subject }) => subject === 'Tocsin: a clock was set back');
    expect(mail.text).toMatch(/was set back from .* UTC\. The next steps/);
    // five minutes pass, by both clocks
    clocks.leapBy(stage, -hour + 5 * minute, 5 * minute);
    await watch.waitForRow('alertGroups', ({ next }) => next?.dueAt !== plannedNext!.dueAt && next?.dueAt !== movedNext!.dueAt);
    await stage.tocsin.stop();
    const facts = await eventsOfFolder(stage.tocsin.data);
    const expectedTypes = new Set(['ClockSteppedBack', 'AlertGroupFollowedClock', 'EscalationStepTaken', 'EscalationExhausted']);
    expect(facts.filter(({ type }) => expectedTypes.has(type)).map(({ type }) => type)).toEqual([
      'EscalationStepTaken',
      'ClockSteppedBack',
      'AlertGroupFollowedClock',
      'EscalationStepTaken',
    ]);
    const { differences, otherLogic } = await reenactFolder(stage.tocsin.data);
    expect({ differences, otherLogic }).toEqual({ differences: [], otherLogic: 0 });
  });

  chapter('notices at its start that the clock was set back while it was stopped', async () => {
    clocks.set(-3 * hour, 0);
    await stage.restart();
    watch.close();
    watch = await Watch.on(stage.ana.api, 'alertGroups');
    const oldTimestamp = new Date(Date.now() - 90 * minute).toISOString();
    await watch.waitForRow('alertGroups', ({ next }) => next !== null && next.dueAt < oldTimestamp);
    await stage.tocsin.stop();
    const facts = await eventsOfFolder(stage.tocsin.data);
    const back = facts.filter(({ type }) => type === 'ClockSteppedBack').map(({ data }) => data as { from: string; to: string });
    expect(back.map(({ from, to }) => Math.round((Date.parse(from) - Date.parse(to)) / hour))).toEqual([1, 2]);
    expect(facts.filter(({ type }) => type === 'AlertGroupFollowedClock')).toHaveLength(2);
  });
});
