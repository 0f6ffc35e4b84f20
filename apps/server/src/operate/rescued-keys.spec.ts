import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { ServerParts } from '../core/server-parts.js';
import { describeRescuedKeys } from './rescued-keys.js';

const endsAt = '2026-11-21T03:12:00.000Z';
const row: IntegrationRow = {
  id: 'one',
  teamId: 't',
  serviceId: 's',
  name: 'Checkout',
  kind: 'generic',
  endedKeys: [],
  keys: [
    { keyHash: 'own', keyRef: 'own', since: endsAt },
    { keyHash: 'old', keyRef: 'old', since: endsAt, from: 'pagerduty', endsAt },
  ],
};

const describeAt = (now: string, uses: Readonly<Record<string, string>>, refused?: string): readonly string[] =>
  describeRescuedKeys(
    partOf<ServerParts>({
      reads: { integrations: { all: () => [row].values() } },
      side: {
        lastUses: { of: (hash: string) => uses[hash] },
        refusedUses: { of: (hash: string) => (refused !== undefined && hash === 'old' ? { times: 1, at: refused } : undefined) },
      },
    }),
    now,
  );

describe('health says of a key of another system', () => {
  const used = '2026-11-07T01:00:00.000Z';

  it('that it ends, for two weeks before, if it is used', () => {
    expect(describeAt('2026-11-07T03:11:59.000Z', { old: used })).toEqual([]);
    expect(describeAt('2026-11-07T03:12:00.000Z', {})).toEqual([]);
    expect(describeAt('2026-11-07T03:12:00.000Z', { old: used })).toEqual([
      `the key from PagerDuty of “Checkout” ends on 2026-11-21, last used ${used}`,
    ]);
  });

  it('that it has not ended, since no other was used', () => {
    expect(describeAt('2026-12-01T00:00:00.000Z', { old: used })).toEqual([
      `the key from PagerDuty of “Checkout” ends as soon as another of its keys is used, last used ${used}`,
    ]);
  });

  it('that it is tried after its end, for a day', () => {
    const tried = '2026-12-01T00:00:00.000Z';
    expect(describeAt('2026-12-02T00:00:00.000Z', { own: used, old: used }, tried)).toEqual([
      `the key from PagerDuty of “Checkout” ended on 2026-11-21 and is still tried, last ${tried}`,
    ]);
    expect(describeAt('2026-12-02T00:00:00.001Z', { own: used, old: used }, tried)).toEqual([]);
  });
});
