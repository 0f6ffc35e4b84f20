import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { settle } from './many-groups.mjs';
import { round, row, sized } from './measure.mjs';
import { startTocsin } from './server-under-test.mjs';

const serverEnv = { NODE_ENV: 'test', TOCSIN_CLOCK: 'manual' };
const count = sized(100, 4);
/** Minutes for which they ping, on two servers: what they differ by is what pings take. From the 90th run on rows grow no more. */
const [few, many] = sized([100, 400], [2, 4]);
const minutesOfYear = 365 * 24 * 60;

const bytesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

const ping = async (address) => {
  const answer = await fetch(address, { method: 'POST' });
  if (!answer.ok) throw new Error(`a ping was not taken: ${answer.status}`);
};

/** Bytes of the data of a server with heartbeats that ping each minute, after so many of these. */
const bytesAfter = async (minutes) => {
  const tocsin = await startTocsin(serverEnv);
  try {
    await settle(tocsin);
    const { teamId } = tocsin.made;
    const [{ row: service }] = (await tocsin.get('/api/views/services?limit=1')).rows;
    const { integrationId } = (await tocsin.run('CreateIntegration', { teamId, serviceId: service.id, name: 'Jobs', kind: 'healthchecks' }))
      .says;
    const settings = { integrationId, schedule: { kind: 'interval', every: 1 }, tolerate: 0, urgency: 'high', postOnly: false };
    const addresses = [];
    for (let n = 0; n < count; n += 1)
      addresses.push((await tocsin.run('CreateHeartbeat', { ...settings, name: `Job ${n}` })).says.address);
    for (let minute = 0; minute < minutes; minute += 1)
      for (const half of [0, 1]) {
        await Promise.all(addresses.filter((_, n) => n % 2 === half).map(ping));
        await settle(tocsin, 'PT30S');
      }
    await tocsin.end();
    return bytesIn(join(tocsin.folder, 'data'));
  } finally {
    await tocsin.stop();
  }
};

/** What a year of heartbeats takes. */
export const heartbeats = async () => {
  const perMinute = ((await bytesAfter(many)) - (await bytesAfter(few))) / (many - few);
  const gigabytes = (perMinute * minutesOfYear) / 1e9;
  const title = `${count} heartbeats that ping each minute for a year: what the data folder grows by`;
  const note = `${round(perMinute)} bytes a minute, from ${many - few} of them`;
  return [row(title, `${gigabytes.toFixed(1)} GB`, '', gigabytes, 5, { atMost: true, note })];
};
