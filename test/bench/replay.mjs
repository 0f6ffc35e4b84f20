import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findLongestHistory, ordinalsOf, sizes, yearOf } from './history.mjs';
import { round, row, informationRow } from './measure.mjs';

const megabyte = 1024 * 1024;
const program = fileURLToPath(new URL('replay-run.mjs', import.meta.url));
const run = async (folder, runName, eventLimit) => {
  const env = { ...process.env, TOCSIN_BENCH_LOGIC: globalThis.TOCSIN_LOGIC };
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, runName, String(eventLimit)], { env });
  return JSON.parse(stdout);
};
/** In processor time, because a run takes minutes, in which the machine’s other load varies. */
const speed = ({ read, cpu }) => read / cpu;

/** A separate process for each length of one log, with a thread like the server’s. */
const measureRuns = async (names) => {
  const folder = await findLongestHistory();
  const lines = [];
  for (const [runName, name] of Object.entries(names)) {
    const runs = [];
    for (const events of sizes) {
      const one = await run(folder, runName, events);
      runs.push(one);
      const comparisonText = `${round(one.bytes / megabyte)} MiB at its peak`;
      const took = `${round(one.cpu)} s of the processor, ${round(one.seconds)} s by the clock`;
      lines.push(
        informationRow(`${name}, ${round(events)} events`, `${round(speed(one))} events/s`, comparisonText, 1, `${took}; ${one.found}`),
      );
    }
    lines.push(...toTargetRows(name, runs));
  }
  return lines;
};

const toTargetRows = (name, runs) => {
  const [shortestRun, longestRun] = [runs[0], runs.at(-1)];
  const comparisonText = `${round(speed(shortestRun))}/s at ${round(sizes[0])}`;
  const memory = longestRun.bytes / megabyte;
  const maxEvents = round(sizes.at(-1));
  return [
    row(`${name}: events/s at ${maxEvents}`, `${round(speed(longestRun))}/s`, comparisonText, speed(longestRun) / speed(shortestRun), 0.8),
    row(`${name}, ${maxEvents} events: memory of the process at its peak`, `${round(memory)} MiB`, '512 MiB', memory / 512, 1, {
      atMost: true,
    }),
  ];
};

export const replays = () => measureRuns({ reenact: 'Everything decided again', 'what-if': 'What if nothing were changed' });

/** The last 28 days of the demo: most of what is read is before them. */
const measureDemo = async () => {
  const { cpuOfRun, seconds, checked, found, bytes } = await run('-', 'demo', 0);
  const note = `${checked} events; ${round(seconds)} s by the clock, ${round(bytes / megabyte)} MiB with the demo in memory; ${found}`;
  return row('A backtest of 28 days of the demo', `${cpuOfRun.toFixed(1)} s of the processor`, '20 s', cpuOfRun / 20, 1, {
    atMost: true,
    note,
  });
};

export const backtests = async () => [...(await measureRuns({ backtest: 'A backtest that changes nothing' })), await measureDemo()];

const inYear = [250_000, 1_000_000];

/** A backtest of the first quarter of a year with a million signals, and of the whole year. */
export const years = async () => {
  const folder = await yearOf(inYear.at(-1));
  const name = 'A backtest of a year with a million signals';
  const runs = [];
  for (const eventLimit of ordinalsOf(folder, inYear)) runs.push({ ...(await run(folder, 'backtest', eventLimit)), upTo: eventLimit });
  const rate = (at) => inYear[at] / runs[at].cpu;
  const lines = runs.map(({ upTo, cpu, seconds, bytes, found }, at) =>
    informationRow(
      `${name}: ${round(inYear[at])} signals, ${round(upTo)} events`,
      `${round(rate(at))} signals/s`,
      `${round(bytes / megabyte)} MiB at its peak`,
      1,
      `${round(cpu)} s of the processor, ${round(seconds)} s by the clock; ${found}`,
    ),
  );
  return [...lines, row(`${name}: signals/s`, `${round(rate(1))}/s`, `${round(rate(0))}/s in its first quarter`, rate(1) / rate(0), 0.8)];
};
