import { appendFileSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { RealStage } from '@tocsin/testing/real-stage.js';
import { eventsOfFolder } from '@tocsin/testing/reenact-folder.js';
import { Load } from './load.js';
import { holderOf, limitFiles } from './processes.js';

jest.setTimeout(60_000);

const canLimit = spawnSync('prlimit', ['--version']).status === 0;
if (!canLimit && process.env['TOCSIN_NOT_RUN_FILE']) {
  appendFileSync(process.env['TOCSIN_NOT_RUN_FILE'], 'tests with a full disk: they need prlimit (util-linux)\n');
}
const notHere = (): void => it('can’t be played here, which the end of the run says', () => expect(canLimit).toBe(false));
const describeHere = canLimit ? describe : (name: string): void => describe(name, notHere);

describeHere('a disk without room', () => {
  let real: RealStage;
  let key: string;
  beforeAll(async () => {
    real = await RealStage.begin();
    key = await real.key('pagerduty-events');
  });
  afterAll(() => real.close());

  it('makes senders come again, says why, loses nothing it said yes to, and goes on when there is room', async () => {
    const pid = holderOf(real.data);
    const load = new Load('Full disk', key, 20);
    const running = load.run(real.url, 4);
    await load.promised(50);
    limitFiles(pid, statSync(join(real.data, 'log', 'log.db-wal')).size);
    await load.answered(503);
    load.stop();
    await running;

    const refused = await real.ana.api.request('POST', '/v2/enqueue', {
      routing_key: key,
      event_action: 'trigger',
      payload: { summary: 'No room' },
    });
    expect(refused).toMatchObject({ status: 503, body: { code: 'store.unavailable' } });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    const ready = await real.ana.api.request<{ why: string[] }>('GET', '/readyz');
    expect([ready.status, ready.body.why]).toEqual([503, [expect.stringMatching(/the disk that holds the log/)]]);

    limitFiles(pid, null);
    const again = new Load('Room again', key, 20);
    const going = again.run(real.url, 4);
    await again.promised(50);
    again.stop();
    await going;
    expect((await real.ana.api.request('GET', '/readyz')).status).toBe(200);

    const promised = [...load.acknowledged, ...again.acknowledged];
    const received = new Set(
      (await eventsOfFolder(real.data)).flatMap(({ type, data }) =>
        type === 'SignalReceived'
          ? (data as { signal: { alerts: { summary: string }[] } }).signal.alerts.map(({ summary }) => summary)
          : [],
      ),
    );
    expect(promised.filter((summary) => !received.has(summary))).toEqual([]);
    expect(received).not.toContain('No room');
    await real.watch.row('alertGroups', ({ title }) => title.startsWith('Room again'));
  });
});
