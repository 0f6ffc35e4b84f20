import type { Act } from '@tocsin/kernel/replay/what-if.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { as, ana } from '../alert-groups/groups.fixture.js';
import { AssumedPeople } from './assumed-people.js';
import type { Offsets } from './offsets.js';
import type { Tally } from './tally.js';

const at = '2026-11-25T10:05:00.000Z';

/** Ana was paged for the group and acknowledged it, which is not repeated: her page is not where it was. */
const people = new AssumedPeople({
  assumption: 'recorded',
  offsets: partOf<Offsets>({ pagedAt: () => '2026-11-25T10:00:00.000Z' }),
  was: partOf<Tally>({ turnOf: () => 0 }),
  would: partOf<Tally>({}),
  isOfImport: false,
});
const acknowledgement = partOf<Act>({ command: { type: 'AcknowledgeAlertGroup', data: { groupId: 'g1' } }, actor: as(ana), at });

it('people deviate from history from the first act on that is assumed to be another, and nowhere else', () => {
  expect(people.deviatesBy('g1', '~')).toBe(false);
  expect(people.isRepeated(acknowledgement)).toBe(false);
  expect([people.deviatesBy('g1', at), people.deviatesBy('g1', '2026-11-25T10:04:59.999Z')]).toEqual([true, false]);
  expect(people.deviatesBy('g2', '~')).toBe(false);
});
