import { domain } from '@tocsin/domain/registry.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { byTier, isDeep } from '@tocsin/testing/tier.js';
import { makeYear } from './year.js';

const until = '2026-11-25T10:00:00.000Z';
/** Three days in the short run; year-in-full.spec.ts has a longer one. */
const short = { seed: 1, until, days: byTier({ short: 3, full: 16, deep: 16 }) };
const year = makeYear(short);

it('is the same, byte by byte, for the same seed and end', () => {
  expect(JSON.stringify(makeYear(short).events)).toBe(JSON.stringify(year.events));
});

it('is another one for another seed', () => {
  expect(makeYear({ ...short, seed: 2 }).events.length).not.toBe(year.events.length);
});

/** The deep run covers the whole year. */
const lengths = isDeep ? [short.days, 365] : [short.days];
const simulateDays = (days: number) => (days === short.days ? year : makeYear({ ...short, days })).events;

it.each(lengths)('was decided by the rules alone: deciding %i days of it again comes to the same, and nothing is missing', (days) => {
  const { differences, missing, checked } = reenact(domain, simulateDays(days), { written: byContract });
  expect({ differences, missing }).toEqual({ differences: [], missing: [] });
  expect(checked).toBeGreaterThan(1_000);
});

it('is a log of kind demo, and ends where it was told to', () => {
  expect(year.events[0]).toMatchObject({ type: 'LogOpened', data: { kind: 'demo' } });
  expect(year.events.at(-1)!.meta.at <= until).toBe(true);
});
