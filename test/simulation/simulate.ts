import { writeSync } from 'node:fs';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { simulate, type SimulationRun } from './engine/simulation-run.js';
import { findUnstable } from './engine/what-if-differences.js';

const { seed, seeds, hours, imagined, trace } = JSON.parse(process.env['TOCSIN_SIMULATE'] ?? '{}') as {
  readonly seed: number;
  readonly seeds: number;
  readonly hours: number;
  readonly imagined: boolean;
  readonly trace: boolean;
};

const toLine = ({ ordinal, stream, revision, type, data, meta: { at, node, epoch, readUpTo, handledUpTo } }: Recorded): string =>
  `${ordinal} ${at} ${node}/${epoch ?? '-'} ${stream}@${revision} read ${readUpTo ?? '-'} handled ${handledUpTo ?? '-'} ${type} ${JSON.stringify(data)}`;

const line = ({ seed: seedNumber, eventCount, steps, pages, injections, digest, violations, errors: troubles }: SimulationRun): string =>
  `seed ${seedNumber}: ${eventCount} events, ${pages} pages, ${injections} faults, ${steps} steps, ${digest.slice(0, 12)}` +
  [...violations, ...troubles.map((one) => `trouble: ${one}`)].map((one) => `\n  ${one}`).join('');

const printTrace = ({ faults, trace: lines, events }: SimulationRun): void => {
  writeSync(1, `${JSON.stringify(faults)}\n${lines.join('\n')}\n`);
  for (let page = events.after(0); page.length > 0; page = events.after(page.at(-1)!.ordinal))
    writeSync(1, `${page.map(toLine).join('\n')}\n`);
};

/** The entry point of `npm run simulate`: not part of a suite. */
it('simulates', async () => {
  const failedSeeds: number[] = [];
  for (let n = seed; n < seed + seeds; n += 1) {
    const life = await simulate(n, { hours });
    writeSync(1, `${line(life)}\n`);
    if (trace) printTrace(life);
    const open = imagined ? findUnstable(life) : [];
    for (const one of open) writeSync(1, `  unexplained: ${one}\n`);
    if (life.violations.length + life.errors.length + open.length > 0) failedSeeds.push(n);
  }
  expect(failedSeeds).toEqual([]);
}, 86_400_000);
