// senders: full, it waits for a real Prometheus, and for the end of its alert
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { story } from '@tocsin/testing/stage/story.js';
import { findPrometheus, Prometheus } from './prometheus-server.js';

const path = findPrometheus();
let real: RealStage;
let prometheus: Prometheus;

const waitForGroup = (isMatching: (group: AlertGroupRow) => boolean): Promise<AlertGroupRow> =>
  real.watch.waitForRow('alertGroups', (row) => row.title.includes('Queue mail is deep') && isMatching(row));
const tell: typeof story = path
  ? story
  : (name) => describe(name, () => it('is not installed here, which the end of the run says', () => expect(path).toBeUndefined()));

tell('a real Prometheus, without an Alertmanager', (chapter) => {
  beforeAll(async () => {
    real = await RealStage.begin();
    prometheus = await Prometheus.start(path!, real.webhook, 'vector(1)');
  });
  afterAll(async () => {
    await prometheus.stop();
    await real.close();
  });

  chapter('rings once, however often it sends the same', async () => {
    const group = await waitForGroup(({ status }) => status === 'firing');
    await real.ana.phone.waitFor(({ groupId }) => groupId === group.id);
    await real.watch.waitForRow('repeats', ({ groupId, repeats }) => groupId === group.id && repeats >= 3);
    expect(real.ana.phone.pages.filter(({ groupId, quiet }) => groupId === group.id && !quiet)).toHaveLength(1);
  });

  chapter('says itself that it is over', async () => {
    prometheus.change('vector(1) > 2');
    await waitForGroup(({ status }) => status === 'resolved');
  });

  chapter('is killed while it fires: its alert ends by the end that it gave', async () => {
    prometheus.change('vector(1)');
    const group = await waitForGroup(({ status, opening }) => status === 'firing' && opening === 2);
    await prometheus.stop();
    await waitForGroup(({ status, opening }) => status === 'resolved' && opening === 2);
    const { body } = await real.ana.api.request('GET', '/api/events?type=AlertsLapsed');
    expect(JSON.stringify(body)).toContain(group.id);
  });
});
