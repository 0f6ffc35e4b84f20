import { writeSync } from 'node:fs';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { live, type Life } from './engine/life.js';
import { unexplained } from './engine/unexplained.js';

const { seed, seeds, hours, imagined, trace } = JSON.parse(process.env['TOCSIN_SIMULATE'] ?? '{}') as {
  readonly seed: number;
  readonly seeds: number;
  readonly hours: number;
  readonly imagined: boolean;
  readonly trace: boolean;
};

const shown = ({ ordinal, stream, revision, type, data, meta: { at, node, epoch, readUpTo, handledUpTo } }: Recorded): string =>
  `${ordinal} ${at} ${node}/${epoch ?? '-'} ${stream}@${revision} read ${readUpTo ?? '-'} handled ${handledUpTo ?? '-'} ${type} ${JSON.stringify(data)}`;

const line = ({ seed: of, events, steps, pages, injections, digest, violations, troubles }: Life): string =>
  `seed ${of}: ${events.length} events, ${pages} pages, ${injections} faults, ${steps} steps, ${digest.slice(0, 12)}` +
  [...violations, ...troubles.map((one) => `trouble: ${one}`)].map((one) => `\n  ${one}`).join('');

/** The entry point of `npm run simulate`: not part of a suite. */
it('simulates', async () => {
  const found: number[] = [];
  for (let n = seed; n < seed + seeds; n += 1) {
    const life = await live(n, { hours });
    writeSync(1, `${line(life)}\n`);
    if (trace) writeSync(1, `${JSON.stringify(life.faults)}\n${life.trace.join('\n')}\n${life.events.map(shown).join('\n')}\n`);
    const open = imagined ? unexplained(life) : [];
    for (const one of open) writeSync(1, `  unexplained: ${one}\n`);
    if (life.violations.length + life.troubles.length + open.length > 0) found.push(n);
  }
  expect(found).toEqual([]);
}, 86_400_000);
