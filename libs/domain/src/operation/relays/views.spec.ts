import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { RelayRow } from '@tocsin/contracts/relays/noun.js';
import { computeChanges, type View } from '@tocsin/kernel/rows/view.js';
import { relaysView } from './views.js';

const integrationId = '00000000-0000-4000-8000-000000000017';
const failing = { since: '2026-11-21T03:12:00.000Z', why: 'Answered 503.' };
const counts = { sent: 1, refused: 0, late: 0, unfit: 0, loops: 0 };
const progressed: FactOf<'RelayProgressed'> = { integrationId, settled: [7], ...counts, failing };

const fold = (...facts: readonly (readonly [string, object])[]) => {
  const rows = new Map<string, unknown>();
  for (const [type, data] of facts) {
    const event = { type, data, meta: { at: failing.since } } as unknown as RecordedFact;
    for (const [id, row] of computeChanges(relaysView as View<RelayRow>, event, (key) => rows.get(key) as RelayRow | undefined))
      if (row === null) rows.delete(id);
      else rows.set(id, row);
  }
  return rows.get(integrationId);
};
const set = ['RelaySet', { integrationId }] as const;

describe('the row of a relay', () => {
  it('counts what was recorded while it was there', () => {
    expect(fold(set, ['RelayProgressed', progressed])).toMatchObject({ sent: 1, failing });
  });
  it('is not made anew by what is recorded after it was removed', () => {
    expect(fold(set, ['RelayRemoved', { integrationId }], ['RelayProgressed', progressed])).toBeUndefined();
  });
  it('fails no longer after another address was set', () => {
    expect(fold(set, ['RelayProgressed', progressed], set)).toMatchObject({ sent: 0, failing: null });
  });
});
