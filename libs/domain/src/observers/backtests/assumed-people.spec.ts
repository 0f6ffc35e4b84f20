import type { Entry } from '@tocsin/kernel/replay/comparison.js';
import type { Act } from '@tocsin/kernel/replay/what-if.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { as, ana } from '../../operation/alert-groups/groups.fixture.js';
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

it('what differs first is an assumption only if it is an acknowledgement that is assumed, or not repeated', () => {
  const entry = (type: string, atInstant = at): Entry => ({ at: atInstant, says: { type } });
  const acknowledged = entry('AlertGroupAcknowledged');
  expect(people.isAssumed('g1', { was: acknowledged, would: undefined })).toBe(false);
  expect(people.isRepeated(acknowledgement)).toBe(false);
  expect(people.isAssumed('g1', { was: acknowledged, would: entry('PageStarted') })).toBe(true);
  expect(people.isAssumed('g1', { was: undefined, would: acknowledged })).toBe(true);
  expect(people.isAssumed('g2', { was: acknowledged, would: undefined })).toBe(false);
  expect(people.isAssumed('g1', { was: entry('PageStarted'), would: undefined })).toBe(false);
  expect(people.isAssumed('g1', { was: entry('AlertGroupAcknowledged', '2026-11-25T10:04:00.000Z'), would: undefined })).toBe(false);
});
