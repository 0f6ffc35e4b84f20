import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import type { ArrivalsRow } from '@tocsin/contracts/integrations/noun.js';
import { foldRows } from '@tocsin/kernel/decide/given.js';
import type { AnyView } from '@tocsin/kernel/rows/view.js';
import { idOf, recordedFacts } from '../../configuration.fixture.js';
import { arrivalsView } from './arrivals.view.js';
import { defaultRules } from './items.js';

type Item = FactOf<'SignalsRouted'>['items'][number];
const [integrationId, other, serviceId] = [idOf('17'), idOf('18'), idOf('5e')];
const item = (n: number, time: string, from = integrationId): Item => ({
  signal: { eventId: idOf(`e${n}`), ordinal: n, receivedAt: `2026-11-21T${time}.000Z`, inbox: 'inbox-n1' },
  integrationId: from,
  serviceId,
  key: 'k',
  outcome: 'repeat',
  groupId: null,
  number: null,
  thread: 'r',
  by: defaultRules,
  alerts: [],
});
const rowAfter = (...runs: readonly (readonly Item[])[]): ArrivalsRow | undefined => {
  const facts = runs.map((items): Fact => ({ type: 'SignalsRouted', data: { from: 0, upTo: 9, items: [...items], nextNumber: 1 } }));
  return foldRows(arrivalsView as AnyView, recordedFacts(facts)).get(integrationId) as ArrivalsRow;
};

describe('what came from an integration', () => {
  it('is counted once when one signal is too much for one fact', () => {
    const part = { ordinal: 1, n: 1, reached: '0000000' };
    const parts: Fact[] = [
      { type: 'SignalsRouted', data: { from: 0, upTo: 0, part, items: [item(1, '03:12:00')], nextNumber: 1 } },
      { type: 'SignalsRouted', data: { from: 0, upTo: 1, items: [item(1, '03:12:00')], nextNumber: 1 } },
    ];
    const row = foldRows(arrivalsView as AnyView, recordedFacts(parts)).get(integrationId) as ArrivalsRow;
    expect(row.minutes).toEqual([{ minute: '2026-11-21T03:12:00.000Z', signals: 1 }]);
  });

  it('is counted by minute, each signal once, and the others’ apart', () => {
    const row = rowAfter([item(1, '03:12:00'), item(1, '03:12:00'), item(2, '03:12:59'), item(3, '03:13:00'), item(4, '03:13:00', other)]);
    expect(row).toEqual({
      id: integrationId,
      lastAt: '2026-11-21T03:13:00.000Z',
      minutes: [
        { minute: '2026-11-21T03:12:00.000Z', signals: 2 },
        { minute: '2026-11-21T03:13:00.000Z', signals: 1 },
      ],
    });
  });

  it('is forgotten after five minutes, but for when the last one was', () => {
    const row = rowAfter([item(1, '03:12:00')], [item(2, '03:18:00')]);
    expect(row?.minutes).toEqual([{ minute: '2026-11-21T03:18:00.000Z', signals: 1 }]);
    const lateRow = rowAfter([item(1, '03:18:00')], [item(2, '03:16:00')]);
    expect(lateRow).toMatchObject({ lastAt: '2026-11-21T03:18:00.000Z', minutes: [{ signals: 1 }, { signals: 1 }] });
  });
});
