import type { Recorded } from '@tocsin/contracts/envelope.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Offsets } from './offsets.js';

const start = '2026-11-25T10:00:00.000Z';
const minute = 60_000;

const offsets = new Offsets();
const take = (type: string, data: object, after: number, by = 'nobody'): void =>
  offsets.take({ type, data, meta: { at: addMillis(start, after), actor: { kind: 'person', id: by, roles: [] } } } as unknown as Recorded);

/** A group of this team, acknowledged so long after its page. */
const acknowledgeAfter = (groupId: string, teamId: string, personId: string, delay: number): void => {
  take('AlertGroupOpened', { groupId, teamId }, 0);
  take('PageStarted', { groupId, personId, quiet: false }, 0);
  take('AlertGroupAcknowledged', { groupId }, delay, personId);
};

for (let n = 0; n < 5; n += 1) acknowledgeAfter(`often-${n}`, 'payments', 'ana', (n + 1) * minute);
acknowledgeAfter('once', 'search', 'bo', 20 * minute);
take('AlertGroupOpened', { groupId: 'of-search', teamId: 'search' }, 0);
take('AlertGroupOpened', { groupId: 'of-payments', teamId: 'payments' }, 0);
take('AlertGroupOpened', { groupId: 'of-another', teamId: 'another' }, 0);

describe('how long a person is assumed to take', () => {
  it('is their own median, once they acknowledged five times', () => {
    expect(offsets.median('of-search', 'ana')).toBe(3 * minute);
  });

  it('is the median of the team of the group below that', () => {
    expect([offsets.median('of-search', 'cleo'), offsets.median('of-payments', 'bo')]).toEqual([20 * minute, 3 * minute]);
  });

  it('is the median of everyone where the team has none, and for a group that was not there', () => {
    expect([offsets.median('of-another', 'cleo'), offsets.median('imagined', 'cleo')]).toEqual([3 * minute, 3 * minute]);
  });
});
