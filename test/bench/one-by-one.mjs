import { informationRow, median, round, sized } from './measure.mjs';
import { startPhones } from './phones.mjs';
import { startTocsin } from './server-under-test.mjs';
import { cpuOf, doorsOf, send, waitUntilAtRest } from './storm.mjs';

const services = 25;
/** Alerts before the second part. Their number is fixed: after a minute, a faster server would have more of them in its open groups. */
const before = { 1: sized(5_000, 10), 64: sized(15_000, 64) };

/** So many different alerts, one in a request, until all are listed and the person is told: a second, and milliseconds of processor time each. */
const measurePart = async (tocsin, addresses, { connections, count, from }) => {
  const cpuBefore = cpuOf(tocsin.pid);
  const startedAt = performance.now();
  await send(tocsin.url, addresses, { count, from, connections });
  await waitUntilAtRest(tocsin);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = cpuOf(tocsin.pid);
  return { rate: count / seconds, whole: (after.whole - cpuBefore.whole) / count, main: (after.main - cpuBefore.main) / count };
};

/** One server, from its start, and again after so many alerts. */
const runServer = async (root, connections, count) => {
  const tocsin = await startTocsin({ TOCSIN_ALLOW_CIDR: '127.0.0.1/32' }, { root });
  const phones = await startPhones();
  try {
    await phones.add(tocsin.run, tocsin.made.personId, '/ana');
    const addresses = await doorsOf(tocsin, services);
    const cold = await measurePart(tocsin, addresses, { connections, count, from: 0 });
    const between = before[connections] - count;
    await send(tocsin.url, addresses, { count: between, from: count, connections });
    await waitUntilAtRest(tocsin);
    return { cold, warm: await measurePart(tocsin, addresses, { connections, count, from: count + between }) };
  } finally {
    phones.close();
    await tocsin.stop();
  }
};

/** The built server of another working copy: `TOCSIN_BENCH_BESIDE=<folder>`. */
const other = process.env.TOCSIN_BENCH_BESIDE;

const describe = ({ rate, whole }) => `${round(rate)}/s, ${whole.toFixed(2)} ms each`;
const medianOf = (runs, phase) => ({
  rate: median(runs.map((run) => run[phase].rate)),
  whole: median(runs.map((run) => run[phase].whole)),
});

const rowsOf = async (connections, count, rounds) => {
  const runs = { mine: [], theirs: [] };
  for (let n = 0; n < rounds; n += 1) {
    runs.mine.push(await runServer('.', connections, count));
    if (other) runs.theirs.push(await runServer(other, connections, count));
  }
  const wanted = connections === 1 ? 2 : 6;
  const mostWhenWarm = connections === 1 ? Infinity : 1;
  return [
    ['cold', 'from its start'],
    ['warm', `after ${before[connections].toLocaleString('en-US')} of them`],
  ].map(([phase, when]) => {
    const mine = medianOf(runs.mine, phase);
    const title = `Different alerts on ${services} services, one in a request, until all are listed and the person is told: ${connections} at once, ${when}`;
    if (!other) return informationRow(title, describe(mine), '', 1);
    const ratio = median(runs.mine.map((run, n) => run[phase].rate / runs.theirs[n][phase].rate));
    const line = informationRow(title, describe(mine), `the other commit ${describe(medianOf(runs.theirs, phase))}`, ratio);
    const most = phase === 'warm' ? mostWhenWarm : Infinity;
    return {
      ...line,
      wanted: `≥ ${wanted}${most === Infinity ? '' : `, at most ${most} ms each`}`,
      met: ratio >= wanted && mine.whole <= most,
    };
  });
};

/** What a monitoring system sends that groups nothing: compared with another commit, in turns. */
export const oneByOne = async ({ rounds }) => [
  ...(await rowsOf(1, sized(1_000, 3), Math.min(rounds, 3))),
  ...(await rowsOf(64, sized(3_000, 5), Math.min(rounds, 3))),
];
