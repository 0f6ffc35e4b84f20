// senders: full, it waits for the intervals of two real Alertmanagers
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { freePort } from '@tocsin/testing/machine/free-port.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Alertmanager, findAlertmanager, toConfiguration, type PostedAlert } from './alertmanager.js';

const path = findAlertmanager();
let real: RealStage;
let pair: readonly [Alertmanager, Alertmanager];

const alert = (instance: string, more: Partial<PostedAlert> = {}): PostedAlert => ({
  labels: { alertname: 'OfTheCluster', instance, cluster: 'west', severity: 'critical' },
  ...more,
});
/** As Prometheus does: to each of them. */
const postToBoth = async (...alerts: readonly PostedAlert[]): Promise<void> => {
  await Promise.all(pair.map((one) => one.postAlerts(...alerts)));
};
const waitForGroup = (isMatching: (group: AlertGroupRow) => boolean): Promise<AlertGroupRow> =>
  real.watch.waitForRow('alertGroups', (row) => row.title.includes('OfTheCluster') && isMatching(row));
const rings = (groupId: string): number => real.ana.phone.pages.filter((page) => page.groupId === groupId && !page.quiet).length;
/** Waits until they have repeated it so often. */
const waitForRepeats = (groupId: string, times: number): Promise<unknown> =>
  real.watch.waitForRow('repeats', (row) => row.groupId === groupId && row.repeats >= times);
const repeatsOf = async (groupId: string): Promise<number> =>
  (await real.ana.api.listAll('repeats')).find((row) => row.groupId === groupId)?.repeats ?? 0;

const tell: typeof story = path
  ? story
  : (name) => describe(name, () => it('is not installed here, which the end of the run says', () => expect(path).toBeUndefined()));

tell('two Alertmanagers that gossip', (chapter) => {
  let groupId: string;

  beforeAll(async () => {
    real = await RealStage.begin();
    const nowhere = { url: `${real.url}/v2/enqueue`, key: 'f'.repeat(32) };
    const configuration = toConfiguration({ webhook: real.webhook, pagerduty: nowhere, opsgenie: { ...nowhere, url: `${real.url}/` } });
    const [one, two] = [await freePort(), await freePort()];
    pair = [
      await Alertmanager.start(path!, configuration, { own: one, peers: [two] }),
      await Alertmanager.start(path!, configuration, { own: two, peers: [one] }),
    ];
  });
  afterAll(async () => {
    for (const one of pair) await one.stop();
    await real.close();
  });

  chapter('ring once, however often they repeat it', async () => {
    await postToBoth(alert('db-1'));
    groupId = (await waitForGroup(({ status }) => status === 'firing')).id;
    await real.ana.phone.waitFor((page) => page.groupId === groupId);
    await waitForRepeats(groupId, 3);
    expect(rings(groupId)).toBe(1);
  });

  chapter('lose nothing when one of them is killed: the other one goes on', async () => {
    await pair[0].kill();
    await waitForRepeats(groupId, (await repeatsOf(groupId)) + 2);
    await pair[1].postAlerts(alert('db-1'), alert('db-2'));
    await waitForGroup(({ id, firing }) => id === groupId && firing === 2);
    expect(rings(groupId)).toBe(1);
  });

  chapter('say once more what fires when it is back, and at last that all is over', async () => {
    await pair[0].restart();
    await postToBoth(alert('db-1'), alert('db-2'));
    await waitForRepeats(groupId, (await repeatsOf(groupId)) + 2);
    expect(await real.ana.api.row('alertGroups', groupId)).toMatchObject({ status: 'firing', opening: 1 });
    await postToBoth(alert('db-1', { isResolved: true }), alert('db-2', { isResolved: true }));
    await waitForGroup(({ id, status }) => id === groupId && status === 'resolved');
    expect(rings(groupId)).toBe(1);
    expect((await real.ana.api.list('alertGroups')).filter(({ title }) => title.includes('OfTheCluster'))).toHaveLength(1);
  });
});
