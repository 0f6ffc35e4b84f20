// npm run simulate [-- --seed N] [--seeds COUNT] [--hours H] [--trace]: lives of an installation with the real engine, each of which
// follows from its seed (test/simulation/engine). Prints what became of each, and what must never be.
import { parseArgs } from 'node:util';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { run } from './env/run.mjs';

await ensureNode();
await ensureInstall();

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    hours: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
  },
});
const [first, count] = [Number(values.seed), Number(values.seeds)];
const jest = ['node_modules/jest/bin/jest.js', '--runInBand', '--reporters', './scripts/env/quiet-reporter.mjs'];
/** Lives leave something behind in the memory of their process: so many fit into one. */
const atOnce = 100;
for (let done = 0; done < count; done += atOnce) {
  const wanted = { seed: first + done, seeds: Math.min(atOnce, count - done), hours: Number(values.hours), trace: values.trace };
  const { code } = await run(process.execPath, jest, {
    env: { TOCSIN_TEST_PROJECT: 'simulate', TOCSIN_SIMULATE: JSON.stringify(wanted) },
  });
  if (code !== 0) process.exitCode = code;
}
