import { hour } from './marks.js';
import type { Layer } from './schedule.js';
import { turnAt, turnsOf } from './turns.js';
import { loadLatestZoneTable } from './zone-table.js';

const zone = loadLatestZoneTable().zone('Europe/Berlin')!;
const anchor = Date.UTC(2026, 2, 1);

/** One-hour turns in office hours: turns outside of them do not count. */
const layerOf = (): Layer => ({
  id: 'office',
  zone: zone.name,
  priority: 0,
  effectiveFrom: anchor,
  restrictions: [{ weekdays: [1, 2, 3, 4, 5], times: { from: '01:00', to: '17:00' } }],
  rotation: {
    slots: [{ id: 'a', people: ['ana'] }],
    length: { unit: 'hours', count: 1 },
    anchor,
    countsCoveredTimeOnly: true,
  },
});

it('a covered turn has its number whatever was asked before, also around the hour that a clock skips', () => {
  const turnsAsked = turnsOf(layerOf(), zone);
  const askedHours = [40 * 24, 3, 30 * 24 + 5, 28 * 24, 28 * 24 + 2, 200 * 24, 28 * 24 + 1, 29 * 24].map((hours) => anchor + hours * hour);
  const numbers = askedHours.map((at) => turnAt(turnsAsked, at)?.number);
  expect(numbers).toEqual(askedHours.map((at) => turnAt(turnsOf(layerOf(), zone), at)?.number));
});

it('and is the one that counting them one by one says', () => {
  const turns = turnsOf(layerOf(), zone);
  let countedTurns = 0;
  for (const { from, number } of turns(anchor)) {
    if (from > anchor + 60 * 24 * hour) break;
    if (number > countedTurns) countedTurns += 1;
    expect(turnAt(turnsOf(layerOf(), zone), from)).toMatchObject({ from, number: countedTurns });
  }
});
