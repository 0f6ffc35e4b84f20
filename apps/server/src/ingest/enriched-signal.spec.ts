import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import type { LookupTable } from '@tocsin/contracts/lookups/noun.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { described } from './parsing/described-alert.js';
import { toSignal } from './parsing/one-alert.js';
import { enrichSignal } from './enriched-signal.js';

const columns = ['host', ...Array.from({ length: lookupLimits.columns - 1 }, (_, n) => `c${n}`)];
const tableOf = (cell: string): LookupTable => ({
  id: '0198f000-0000-7000-8000-00000000001c',
  teamId: null,
  name: 'Wide',
  matchOn: 'host',
  overrides: false,
  version: 2,
  changedAt: '2026-01-01T00:00:00.000Z',
  by: 'ana',
  columns,
  rows: [['web-1', ...columns.slice(1).map(() => cell)]],
});
const one = toSignal({ action: 'trigger', key: 'k', summary: 'Disk' }, described({ labels: { host: 'web-1' }, details: 'as it came' }));
const signal: Signal = { ...one, alerts: Array.from({ length: 100 }, (_, n) => ({ ...one.alerts[0]!, fingerprint: `f${n}` })) };
const enriched = (cell: string) => {
  const table = tableOf(cell);
  const lookupTables: Pick<Rows<LookupTable>, 'all' | 'size'> = { size: 1, all: () => [table] };
  return enrichSignal({ lookupTables }, { teamId: 'team' }, structuredClone(signal));
};

describe('what lookup tables add', () => {
  it('is in the signal where there is room', () => {
    const { signal: now, lookups } = enriched('short');
    expect(now.alerts[99]).toMatchObject({ labels: { host: 'web-1', c0: 'short' }, details: 'as it came' });
    expect([lookups?.[0]?.alerts, now.cut]).toEqual([100, []]);
  });

  it('costs nothing that the sender said: too much of it is not used, and that is noted', () =>
    expect(enriched('x'.repeat(lookupLimits.cellCharacters))).toEqual({ signal: { ...signal, cut: ['lookups'] } }));
});
