// cluster: never, it runs on the system clock
import { limits } from '@tocsin/contracts/limits.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { requestAsStranger } from '@tocsin/testing/browser/stranger.js';

const moments = 3_000;
const atOnce = 100;

let real: RealStage;
beforeAll(async () => void (real = await RealStage.begin()));
afterAll(() => real.close());

it('a reader who asks about 3,000 moments waits, and a signal beside them rings', async () => {
  const { api, phone } = real.ana;
  const first = Date.now();
  const statuses: number[] = [];
  const ask = async (from: number): Promise<void> => {
    for (let n = from; n < moments; n += atOnce) {
      const at = new Date(first - n).toISOString();
      const { status } = await api.request('GET', `/api/views/alertGroups?at=${at}`);
      statuses.push(status);
    }
  };
  const asked = Promise.all(Array.from({ length: atOnce }, (_, from) => ask(from)));
  const signal = await requestAsStranger(real.webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      version: '4',
      groupKey: 'g',
      status: 'firing',
      receiver: 't',
      alerts: [{ status: 'firing', labels: { alertname: 'Disk' }, startsAt: '2026-01-01T00:00:00Z' }],
    }),
  });
  expect(signal.status).toBe(202);
  await phone.waitFor(({ quiet }) => !quiet);
  // the page came before they had all been answered
  expect(statuses.length).toBeLessThan(moments);
  await asked;
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  // a window of a minute may have ended meanwhile
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2 * limits.pastReadsPerMinute);
});
