import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeHistory } from './history.mjs';
import { round, row, told } from './measure.mjs';

const most = Number(process.env.TOCSIN_BENCH_EVENTS ?? 1_000_000);
const lengths = [most / 10, (most * 4) / 10, most];
const megabyte = 1024 * 1024;
const program = fileURLToPath(new URL('replay-run.mjs', import.meta.url));
/** V8 lets a heap grow for as long as nobody stops it: a thread that replays is given this much. */
const heap = '--max-old-space-size=384';
const run = async (folder, what, upTo) => {
  const env = { ...process.env, TOCSIN_BENCH_LOGIC: globalThis.TOCSIN_LOGIC };
  const { stdout } = await promisify(execFile)(process.execPath, [heap, program, folder, what, String(upTo)], { env });
  return JSON.parse(stdout);
};

/** A process of its own for each length of one log: re-enactment, and what-if with nothing changed. */
export const replays = async () => {
  const { folder, log } = await makeHistory(most);
  await log.close();
  const lines = [];
  try {
    for (const [what, name] of [
      ['reenact', 'Everything decided again'],
      ['what-if', 'What if nothing were changed'],
    ]) {
      const runs = [];
      for (const events of lengths) runs.push({ events, ...(await run(folder, what, events)) });
      const speed = ({ events, seconds }) => events / seconds;
      const [shortest, , longest] = runs;
      for (const one of runs)
        lines.push(
          told(`${name}, ${round(one.events)} events`, `${round(speed(one))} events/s`, `of ${round(one.checked)} checked`, 1, one.found),
        );
      lines.push(
        row(
          `${name}: events/s of the longest beside the shortest`,
          `${round(speed(longest))}/s`,
          `${round(speed(shortest))}/s`,
          speed(longest) / speed(shortest),
          0.8,
        ),
        row(
          `${name}, ${round(most)} events: memory at its peak`,
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
