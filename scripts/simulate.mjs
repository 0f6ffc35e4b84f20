// npm run simulate [-- --seed N] [--seeds COUNT] [--hours H] [--imagined] [--trace]: simulated lives of an installation with the real engine, each
// determined by its seed (test/simulation/engine). Prints outcomes and violated invariants; with --imagined also what an unchanged what-if of each
// life leaves unexplained.
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
    imagined: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
});
const simulationOptions = {
  seed: Number(values.seed),
  seeds: Number(values.seeds),
  hours: Number(values.hours),
  imagined: values.imagined,
  trace: values.trace,
};
// a life of days fits into it; without a limit four times as much would be garbage
const heap = '--max-old-space-size=1536';
const jest = [heap, 'node_modules/jest/bin/jest.js', '--runInBand', '--reporters', './scripts/env/quiet-reporter.mjs'];
const { code } = await run(process.execPath, jest, {
  env: { TOCSIN_TEST_SUITES: 'test/simulation/simulate.ts', TOCSIN_SIMULATE: JSON.stringify(simulationOptions) },
});
process.exitCode = code;
