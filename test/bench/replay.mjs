import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeHistory } from './history.mjs';
import { round, row, told } from './measure.mjs';

const most = Number(process.env.TOCSIN_BENCH_EVENTS ?? 1_000_000);
const megabyte = 1024 * 1024;
const program = fileURLToPath(new URL('replay-run.mjs', import.meta.url));
const run = async (folder, what, upTo) => {
  const env = { ...process.env, TOCSIN_BENCH_LOGIC: globalThis.TOCSIN_LOGIC };
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, what, String(upTo)], { env });
  return JSON.parse(stdout);
};
/** By the processor’s time: a run takes minutes, in which a machine’s other work comes and goes. */
const speed = ({ read, cpu }) => read / cpu;

/** A process of its own for each length of one log, and on it a thread as the server starts one. Lengths go from the shortest to the whole. */
const measured = async (names, shares) => {
  const { folder, log } = await makeHistory(most);
  await log.close();
  const lines = [];
  try {
    for (const [what, name] of Object.entries(names)) {
      const runs = [];
      for (const share of shares) {
        const events = most * share;
        const one = await run(folder, what, events);
        runs.push(one);
        const beside = `${round(one.bytes / megabyte)} MiB at its peak`;
        const took = `${round(one.cpu)} s of the processor, ${round(one.seconds)} s by the clock`;
        lines.push(told(`${name}, ${round(events)} events`, `${round(speed(one))} events/s`, beside, 1, `${took}; ${one.found}`));
      }
      const [shortest, longest] = [runs[0], runs.at(-1)];
      const beside = `${round(speed(shortest))}/s at ${round(most * shares[0])}`;
      lines.push(
        row(`${name}: events/s at ${round(most)}`, `${round(speed(longest))}/s`, beside, speed(longest) / speed(shortest), 0.8),
        row(
          `${name}, ${round(most)} events: memory of the process at its peak`,
          `${round(longest.bytes / megabyte)} MiB`,
          '512 MiB',
          longest.bytes / megabyte / 512,
          1,
          { atMost: true },
        ),
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return lines;
};

export const replays = () =>
  measured({ reenact: 'Everything decided again', 'what-if': 'What if nothing were changed' }, [1 / 4, 1 / 2, 1]);

/** It reads the log four times: for how long people took, and for each of three assumptions. */
export const backtests = () => measured({ backtest: 'A backtest that changes nothing' }, [1 / 4, 1]);
