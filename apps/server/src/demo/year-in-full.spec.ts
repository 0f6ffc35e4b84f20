// unit: full, what a longer demo has in it; year.spec.ts decides a short one again
import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { imaginedGroups } from '@tocsin/domain/operation/alert-groups/shared/what-if.js';
import { domain } from '@tocsin/domain/registry.js';
import { collectWhatIf } from '@tocsin/kernel/replay/what-if.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { isDeep } from '@tocsin/testing/tier.js';
import { makeYear } from './year.js';

const until = '2026-11-25T10:00:00.000Z';
const days16 = { seed: 1, until, days: 16 };
const year = makeYear(days16);
const count = (type: string): number => year.events.filter((event) => event.type === type).length;

it.each(isDeep ? [16, 365] : [16])(
  'is what %i days of it would have been if nothing were changed, but for the day on which Tocsin was down',
  (days) => {
    const { divergences, refused } = collectWhatIf(domain, days === 16 ? year.events : makeYear({ ...days16, days }).events, {
      ...imaginedGroups,
      written: byContract,
    });
    expect(divergences).toEqual([]);
    expect(refused.filter((one) => one.refused === null)).toEqual([]);
  },
);

it('has storms, failed deliveries, nights, covers and escalations in it', () => {
  for (const type of [
    'AttemptFailed',
    'AlertGroupReopened',
    'CoverAccepted',
    'OverridesAdded',
    'NoteAdded',
    'ScheduleChanged',
    'AlertGroupMarkedAsNoise',
  ]) {
    expect([type, count(type)]).toEqual([type, expect.any(Number)]);
    expect(count(type)).toBeGreaterThan(0);
  }
  expect(year.events.some(({ type, data }) => type === 'EscalationStepTaken' && (data as { step: unknown }).step === 2)).toBe(true);
  expect(year.events.some(({ type, data }) => type === 'AlertGroupOpened' && 'storm' in (data as { origin: object }).origin)).toBe(true);
});

it('leaves something open in each state', () => {
  const open = [...year.company.world.rows<AlertGroupRow>('alertGroups').all()].filter(({ status }) => status !== 'resolved');
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['firing', 'acknowledged', 'snoozed']));
});

/** The demo ends on the day on which it is started, so it has to work for any day. The deep run uses whole years. */
const weekEnds = Array.from({ length: isDeep ? 53 : 6 }, (_, week) =>
  new Date(Date.parse(until) + (week * 51 + 1) * 7_919 * 60_000).toISOString(),
);
it.each(weekEnds)('can be made on any day: %s', (end) => {
  expect(makeYear({ ...days16, until: end, days: isDeep ? 365 : 60 }).events.length).toBeGreaterThan(5_000);
});
