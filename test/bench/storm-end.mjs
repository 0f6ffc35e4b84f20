import { round, sized } from './measure.mjs';
import { createIntegration, readResults, repeatEvery } from './collected.mjs';
import { startPhones } from './phones.mjs';
import { startTocsin } from './server-under-test.mjs';
import { send, signal, waitUntilAtRest } from './storm.mjs';

/** Those that open groups of their own before the storm, and those of the storm. */
const [alone, joined] = [50, sized(5_000, 20)];
const connections = 32;

/** Resolves all alerts of a storm by their keys, as fast as they are taken, while another service has its own alerts. */
const runEnd = async () => {
  const tocsin = await startTocsin({ TOCSIN_ALLOW_CIDR: '127.0.0.1/32' });
  const phones = await startPhones();
  try {
    const { personId, teamId, serviceId, policyId } = tocsin.made;
    await phones.add(tocsin.run, personId, '/ana');
    const path = await createIntegration(tocsin, serviceId, 'Storm');
    const other = (await tocsin.run('CreateService', { teamId, policyId, name: 'Elsewhere' })).says.serviceId;
    const otherPath = await createIntegration(tocsin, other, 'Elsewhere');
    await send(tocsin.url, [path], { count: alone + joined, connections });
    await waitUntilAtRest(tocsin);
    let isOver = false;
    const sentAt = [];
    const working = repeatEvery(
      400,
      () => isOver,
      async (n) => {
        sentAt.push(Date.now());
        const headers = { 'content-type': 'application/json' };
        await (await fetch(`${tocsin.url}${otherPath}`, { method: 'POST', headers, body: signal(alone + joined + n) })).text();
      },
    );
    const startedAt = performance.now();
    await send(tocsin.url, [path], { count: joined, from: alone, connections, action: 'resolve' });
    await waitUntilAtRest(tocsin);
    const seconds = (performance.now() - startedAt) / 1_000;
    isOver = true;
    await working;
    await waitUntilAtRest(tocsin);
    const { rows } = await tocsin.get(`/api/views/alertGroups?where.serviceId=${serviceId}&where.status=firing&limit=100`);
    await tocsin.end();
    const { pages, first } = readResults(tocsin.folder, other, 0);
    return { seconds, firing: rows.length, first: first - sentAt[0], latest: Math.max(...pages.map((at, n) => at - sentAt[n])) };
  } finally {
    phones.close();
    await tocsin.stop();
  }
};

const toSeconds = (seconds) => `${seconds.toFixed(2)} s`;

/** The end of a storm. */
export const stormEnds = async ({ rounds }) => {
  const runs = [];
  for (let n = 0; n < Math.min(rounds, 3); n += 1) runs.push(await runEnd());
  const maxOf = (what) => Math.max(...runs.map((run) => run[what]));
  if (maxOf('firing') > alone) throw new Error(`${maxOf('firing')} groups fire after the storm, instead of ${alone}`);
  const toRow = (what, seconds, most) => ({ what, figure: toSeconds(seconds), wanted: `≤ ${most} s`, met: seconds <= most });
  return [
    toRow(`${round(joined)} alerts of a storm are resolved by their keys: until screens show all of it`, maxOf('seconds'), 10),
    toRow('From the first signal of another service meanwhile until its page is attempted', maxOf('first') / 1_000, 3),
    toRow('From any of its signals until its page is attempted, or waits behind that one', maxOf('latest') / 1_000, 3),
  ];
};
