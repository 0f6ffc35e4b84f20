import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Pool } from 'undici';
import { median, round, sized } from './measure.mjs';
import { startTocsin } from './server-under-test.mjs';

const services = sized(100, 10);
const manyConnections = 50;
const signals = sized(4_000, 40);

/** A signal that opens a group: about 1 KB. `action`: for one that ends it. */
export const signal = (n, action) =>
  JSON.stringify({
    ...(action ? { action } : {}),
    key: `storm-${n}`,
    summary: `Disk of db-${n} is nearly full`,
    severity: 'critical',
    source: `db-${n}.example.org`,
    labels: { cluster: 'eu-1', env: 'prod', job: 'node', instance: `db-${n}.example.org:9100`, device: '/dev/nvme0n1' },
    url: 'https://grafana.example.org/d/disks?var-instance=db',
    details: { description: 'The disk will be full within four hours. '.repeat(10), runbook: 'https://wiki.example.org/runbooks/disks' },
  });

/** Creates services with an integration each. Returns the addresses of these. */
export const doorsOf = async ({ run, made: { teamId, policyId } }, count = services) => {
  const addresses = [];
  for (let n = 0; n < count; n += 1) {
    const { serviceId } = (await run('CreateService', { teamId, policyId, name: `Service ${n}` })).says;
    const { address } = (await run('CreateIntegration', { teamId, serviceId, name: `Monitoring ${n}`, kind: 'generic' })).says;
    addresses.push(new URL(address).pathname);
  }
  return addresses;
};

/** Sends signals, concurrently: `count` of them, numbered from `from`. */
export const send = async (url, addresses, { count = signals, from = 0, connections = manyConnections, action } = {}) => {
  const pool = new Pool(url, { connections });
  let next = from;
  const runSender = async () => {
    for (let n = next++; n < from + count; n = next++) {
      const headers = { 'content-type': 'application/json' };
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: addresses[n % addresses.length],
        body: signal(n, action),
        headers,
      });
      await body.dump();
      if (statusCode !== 202) throw new Error(`signal ${n}: ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, runSender));
  await pool.close();
};

/** Waits until the reactor has handled, and screens show, everything on the log. Returns how long that took, in milliseconds. */
export const waitUntilAtRest = async ({ get }) => {
  const startedAt = performance.now();
  const waited = () => performance.now() - startedAt;
  while (waited() < 600_000) {
    const { memory, views, reactor } = await get('/api/health');
    if (memory.lag + views.lag + reactor.lag === 0) return waited();
    // what takes a second is not measured in seconds; later less often than rate limits allow
    await pause(waited() < 5_000 ? 50 : 1_000);
  }
  throw new Error('it was not at rest within ten minutes');
};

/** Clock ticks are hundredths of a second. */
const millisOf = (file) => {
  const fields = readFileSync(file, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
/** Milliseconds of processor time of a process and of its main thread. */
export const cpuOf = (pid) => ({ whole: millisOf(`/proc/${pid}/stat`), main: millisOf(`/proc/${pid}/task/${pid}/stat`) });

/** Samples the positions of log, reactor and screens: less often than rate limits allow. */
const watch = (tocsin) => {
  const samples = [];
  const abortController = new AbortController();
  const sample = async () => {
    const { log, memory, views, reactor } = await tocsin.get('/api/health');
    const positionOf = ({ lag }) => log.head - lag;
    samples.push({
      at: performance.now(),
      head: log.head,
      memory: positionOf(memory),
      views: positionOf(views),
      reactor: positionOf(reactor),
    });
    await pause(500);
  };
  const samplingLoop = (async () => {
    while (!abortController.signal.aborted) await sample();
  })();
  const isAtRest = () => {
    const [a, b] = samples.slice(-2);
    return a && b && a.head === b.head && [b.memory, b.views, b.reactor].every((ordinal) => ordinal === b.head);
  };
  const waitForRest = async () => {
    while (!isAtRest()) await Promise.race([pause(100), samplingLoop]);
    abortController.abort();
    await samplingLoop;
  };
  /** When all positions had reached the final head of the log. */
  const restedAt = () => {
    const { head } = samples.at(-1);
    return samples.find((one) => [one.memory, one.views, one.reactor].every((ordinal) => ordinal === head)).at;
  };
  return { samples, rest: waitForRest, restedAt };
};

/** The longest time that screens were behind: the age, at a sample, of the position that they show. */
const longestBehindMs = (samples) =>
  Math.max(
    ...samples.map(({ at, views, head }) =>
      views >= head ? 0 : at - (samples.findLast((s) => s.at <= at && s.head <= views)?.at ?? samples[0].at),
    ),
  );

const readOpenings = (folder) => {
  const database = new Database(join(folder, 'data', 'log', 'log.db'), { readonly: true });
  const readTime = (type, figureName) =>
    database
      .prepare(
        `SELECT ${figureName}(meta ->> '$.at') AS at, count(*) AS count FROM events WHERE type_id = (SELECT id FROM types WHERE name = ?)`,
      )
      .get(type);
  const [first, last] = [readTime('SignalReceived', 'min'), readTime('AlertGroupOpened', 'max')];
  database.close();
  return { seconds: (Date.parse(last.at) - Date.parse(first.at)) / 1_000, groups: last.count };
};

/** One storm on one built server, from the first signal until log, reactor and screens are up to date. */
export const runStorm = async (root, nodeArgs = []) => {
  const tocsin = await startTocsin({}, { root, nodeArgs });
  try {
    const addresses = await doorsOf(tocsin);
    await pause(1_000);
    const before = cpuOf(tocsin.pid);
    const lagWatch = watch(tocsin);
    const startedAt = performance.now();
    await send(tocsin.url, addresses);
    await lagWatch.rest();
    const all = (lagWatch.restedAt() - startedAt) / 1_000;
    const after = cpuOf(tocsin.pid);
    const { seconds, groups } = readOpenings(tocsin.folder);
    if (groups !== signals) throw new Error(`${groups} groups of ${signals} signals`);
    const microsecondsOf = (figureName) => ((after[figureName] - before[figureName]) * 1_000) / signals;
    return {
      opened: signals / seconds,
      paged: signals / all,
      behind: longestBehindMs(lagWatch.samples) / 1_000,
      lag: Math.max(...lagWatch.samples.map(({ head, views }) => head - views)),
      whole: microsecondsOf('whole'),
      main: microsecondsOf('main'),
    };
  } finally {
    await tocsin.stop();
  }
};

/** The built server of another working copy: `TOCSIN_BENCH_BESIDE=<folder>`. */
const other = process.env.TOCSIN_BENCH_BESIDE;

/** Every signal of a hundred services opens a group, and pages: compared with another commit, in turns. */
export const storms = async ({ rounds }) => {
  const runs = { mine: [], theirs: [] };
  for (let n = 0; n < rounds; n += 1) {
    runs.mine.push(await runStorm('.'));
    if (other) runs.theirs.push(await runStorm(other));
  }
  const medianOf = (name, rowTitle) => median(runs[name].map((one) => one[rowTitle]));
  const ratioOf = (rowTitle) => median(runs.mine.map((one, n) => one[rowTitle] / runs.theirs[n][rowTitle]));
  const ifCompared = (text) => (other ? text() : '');
  const note = `${round(medianOf('mine', 'main'))} µs of the server’s thread a signal, ${round(medianOf('mine', 'whole'))} µs of all its threads`;
  const otherCommitText = () => `${round(medianOf('theirs', 'main'))} µs and ${round(medianOf('theirs', 'whole'))} µs`;
  const toRow = (rowTitle, key) => ({
    what: rowTitle,
    figure: `${round(medianOf('mine', key))}/s`,
    ceiling: ifCompared(() => `the other commit ${round(medianOf('theirs', key))}/s`),
    ...(other ? { ratio: Number(ratioOf(key).toFixed(2)), wanted: '≥ 2.5', met: ratioOf(key) >= 2.5 } : {}),
    note: other ? `${note}; the other commit ${otherCommitText()}` : note,
  });
  const seconds = medianOf('mine', 'behind');
  return [
    toRow(`A storm of ${round(signals)} signals over ${services} services, each opens a group: opened`, 'opened'),
    toRow('The same, until everybody is paged and screens are at the head of the log', 'paged'),
    {
      what: 'How far screens fall behind meanwhile',
      figure: `${seconds.toFixed(1)} s, ${round(medianOf('mine', 'lag'))} events`,
      ceiling: ifCompared(
        () => `the other commit ${medianOf('theirs', 'behind').toFixed(1)} s, ${round(medianOf('theirs', 'lag'))} events`,
      ),
      wanted: '≤ 5 s',
      met: seconds <= 5,
    },
  ];
};
