// senders: full, it waits for the intervals of a real Alertmanager
import { story } from '@tocsin/testing/stage/story.js';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { SendersAnswer } from '@tocsin/contracts/integrations/senders.js';
import { imaginedGroups } from '@tocsin/domain/operation/alert-groups/shared/what-if.js';
import { domain } from '@tocsin/domain/registry.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { collectWhatIf } from '@tocsin/kernel/replay/what-if.js';
import { atRest } from '@tocsin/testing/stage/recorded-storm.js';
import { byContract, eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { Alertmanager, findAlertmanager, toConfiguration, type PostedAlert } from './alertmanager.js';
import { OtherReceivers, withTocsin } from './existing-alertmanager.js';

const path = findAlertmanager();
let real: RealStage;
let alertmanager: Alertmanager;

const createAlert = (alertname: string, instance = 'db-1', more: Readonly<Record<string, string>> = {}): PostedAlert => ({
  labels: { alertname, instance, cluster: 'west', severity: 'critical', ...more },
});
const toResolvedAlert = ({ labels }: PostedAlert): PostedAlert => ({ labels, isResolved: true });

/** The group of alerts with this name, once it matches. */
const waitForGroup = (name: string, isMatching: (group: AlertGroupRow) => boolean): Promise<AlertGroupRow> =>
  real.watch.waitForRow('alertGroups', (row) => row.title.includes(name) && isMatching(row));
const countRings = ({ id }: AlertGroupRow): number => real.ana.phone.pages.filter(({ groupId, quiet }) => groupId === id && !quiet).length;
const waitForRepeats = (groupId: string, times: number): Promise<unknown> =>
  real.watch.waitForRow('repeats', (row) => row.groupId === groupId && row.repeats >= times);

/** Resolves after a failed call to Tocsin’s address, while Tocsin is down. */
const expectNoCall = async (url: string): Promise<void> => {
  const deaf = createServer((socket) => socket.destroy());
  deaf.listen(Number(new URL(url).port), '127.0.0.1');
  await once(deaf, 'connection');
  deaf.close();
  await once(deaf, 'close');
};

const skipWithoutAlertmanager = (): void => it('is not installed here, which the end of the run says', () => expect(path).toBeUndefined());
const tellReal: typeof story = path ? story : (name) => describe(name, skipWithoutAlertmanager);

tellReal('a real Alertmanager', (chapter) => {
  beforeAll(async () => {
    real = await RealStage.begin();
    const [key, opsgenieKey] = [await real.key('pagerduty-events'), await real.key('opsgenie')];
    alertmanager = await Alertmanager.start(
      path!,
      toConfiguration({
        webhook: real.webhook,
        pagerduty: { url: `${real.url}/v2/enqueue`, key },
        opsgenie: { url: `${real.url}/behind/a/proxy/`, key: opsgenieKey },
      }),
    );
  });
  afterAll(async () => {
    await alertmanager.stop();
    await real.close();
  });

  for (const [senderKind, name, targetLabels, alerts] of [
    ['the webhook', 'ByWebhook', {}, 2],
    ['PagerDuty’s interface', 'ByPagerDuty', { to: 'pagerduty' }, 1],
    ['Opsgenie’s interface', 'ByOpsgenie', { to: 'opsgenie' }, 1],
  ] as const)
    chapter(`rings once by ${senderKind}, however often it repeats itself, until all is over`, async () => {
      const [one, two] = [createAlert(name, 'db-1', targetLabels), createAlert(name, 'db-2', targetLabels)];
      await alertmanager.postAlerts(one);
      const openGroup = await waitForGroup(name, ({ status }) => status === 'firing');
      const page = await real.ana.phone.waitFor(({ groupId }) => groupId === openGroup.id);
      expect(page).toMatchObject({ number: openGroup.number, urgency: 'high', quiet: false });
      await waitForRepeats(openGroup.id, 3);

      await alertmanager.postAlerts(one, two);
      // in these interfaces a group is one alert, whatever it contains
      await (alerts === 2 ? waitForGroup(name, ({ firing }) => firing === 2) : waitForRepeats(openGroup.id, 5));
      await alertmanager.postAlerts(toResolvedAlert(one), two);
      if (alerts === 2) await waitForGroup(name, (row) => row.firing === 1 && row.alerts === 2);
      expect(await real.ana.api.row('alertGroups', openGroup.id)).toMatchObject({ status: 'firing', opening: 1 });

      await alertmanager.postAlerts(toResolvedAlert(two));
      await waitForGroup(name, ({ status }) => status === 'resolved');
      expect(countRings(openGroup)).toBe(1);
    });

  chapter('that notified others before notifies Tocsin, too, once our steps were followed, and all others as before', async () => {
    const otherReceivers = await OtherReceivers.listen();
    const { body } = await real.ana.api.request<SendersAnswer>('GET', '/api/senders');
    const { steps } = body.senders.find(({ id }) => id === 'alertmanager')!;
    const second = await Alertmanager.start(path!, withTocsin(otherReceivers.configuration, steps, real.webhook));
    try {
      await second.postAlerts(createAlert('BySteps', 'db-1', { team: 'database' }), createAlert('ByDefault'));
      await waitForGroup('BySteps', ({ status }) => status === 'firing');
      await waitForGroup('ByDefault', ({ status }) => status === 'firing');
      await otherReceivers.waitForAlert('database', 'BySteps');
      await otherReceivers.waitForAlert('mail', 'ByDefault');
    } finally {
      await second.stop();
      await otherReceivers.close();
    }
  });

  chapter('keeps trying while Tocsin is away, and what it could not say is said', async () => {
    const alert = createAlert('WhileAway');
    await real.stop();
    await alertmanager.postAlerts(alert);
    await expectNoCall(real.url);
    await real.restart();
    const openGroup = await waitForGroup('WhileAway', ({ status }) => status === 'firing');
    await real.ana.phone.waitFor(({ groupId }) => groupId === openGroup.id);

    await real.stop();
    await alertmanager.postAlerts(toResolvedAlert(alert));
    await expectNoCall(real.url);
    await real.restart();
    await waitForGroup('WhileAway', ({ status }) => status === 'resolved');
    expect(countRings(openGroup)).toBe(1);
    expect((await real.ana.api.list('alertGroups')).filter(({ title }) => title.includes('WhileAway'))).toHaveLength(1);
  });

  chapter('has been decided just so, and is what it would have been if nothing were changed, but for what is listed as late', async () => {
    await atRest(real);
    await real.stop();
    const events = await eventsOfFolder(real.data);
    await real.restart();
    const { differences, missing, checked } = reenact(domain, events, { written: byContract });
    expect({ differences, missing }).toEqual({ differences: [], missing: [] });
    expect(checked).toBeGreaterThan(20);
    const { divergences, refused } = collectWhatIf(domain, events, { ...imaginedGroups, written: byContract });
    expect(divergences).toEqual([]);
    expect(refused.filter((one) => one.refused === null)).toEqual([]);
  });
});
