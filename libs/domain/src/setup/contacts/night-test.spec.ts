import { newestZonesVersion } from '../schedules/shared/wall-clock.js';
import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { bo, byBo, byOwner, bySystem, readsAfter } from '../../configuration.fixture.js';
import { boDisabled, boJoined } from '../people/facts.fixture.js';
import { contactsDecider } from './decider.js';
import { browserAdded } from './facts.fixture.js';

const inZone = (timeZone: string, ...facts: readonly Fact[]) =>
  readsAfter({ ...boJoined, data: { ...boJoined.data, timeZone } } as Fact, ...facts);
const plan = { type: 'PlanNightTest', data: { personId: bo } };
const planned = (dueAt: string): ContactFact => ({ type: 'NightTestPlanned', data: { personId: bo, dueAt, zones: newestZonesVersion() } });
const asBo = (timeZone: string, now: string) => ({ actor: byBo, reads: inZone(timeZone), now });
const run = (dueAt: string, plannedBy: string) => ({ type: 'RunNightTest', data: { personId: bo, dueAt, plannedBy } });

describe('a night test', () => {
  it.each([
    ['tonight', 'Europe/Berlin', '2026-11-21T20:00:00.000Z', '2026-11-22T02:00:00.000Z'],
    ['tonight, after midnight', 'Europe/Berlin', '2026-11-22T00:30:00.000Z', '2026-11-22T02:00:00.000Z'],
    ['in the next night, once it is over', 'Europe/Berlin', '2026-11-22T02:00:00.000Z', '2026-11-23T02:00:00.000Z'],
    ['by summer time, in the night in which clocks go forward', 'Europe/Berlin', '2027-03-27T20:00:00.000Z', '2027-03-28T01:00:00.000Z'],
    ['by winter time, in the night in which clocks go back', 'Europe/Berlin', '2026-10-24T20:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    ['at the other end of the world', 'Pacific/Auckland', '2026-11-21T20:00:00.000Z', '2026-11-22T14:00:00.000Z'],
  ])('is at three by the person’s clock: %s', (_when, timeZone, now, dueAt) =>
    expect(given(contactsDecider, [browserAdded]).when(plan, asBo(timeZone, now)).facts()).toEqual([planned(dueAt)]),
  );

  it('is of oneself, of somebody who can be paged, and one', () => {
    const now = '2026-11-21T20:00:00.000Z';
    expect(
      given(contactsDecider, [browserAdded])
        .when(plan, { ...asBo('UTC', now), actor: byOwner })
        .refusal(),
    ).toBe('permission.denied');
    expect(given(contactsDecider).when(plan, asBo('UTC', now)).refusal()).toBe('person.not_reachable');
    expect(
      given(contactsDecider, [browserAdded, planned('2026-11-22T03:00:00.000Z')])
        .when(plan, asBo('UTC', now))
        .nothing(),
    ).toBe(true);
  });

  it('is cancelled once, and follows its person to another zone', () => {
    const now = '2026-11-21T20:00:00.000Z';
    const history = [browserAdded, planned('2026-11-22T03:00:00.000Z')];
    const cancel = { type: 'CancelNightTest', data: { personId: bo } };
    expect(given(contactsDecider, history).when(cancel, asBo('UTC', now)).types()).toEqual(['NightTestCancelled']);
    expect(given(contactsDecider).when(cancel, asBo('UTC', now)).nothing()).toBe(true);
    const move = { type: 'MoveNightTest', data: { personId: bo } };
    expect(
      given(contactsDecider, history)
        .when(move, { ...asBo('Europe/Berlin', now), actor: bySystem })
        .facts(),
    ).toEqual([planned('2026-11-22T02:00:00.000Z')]);
  });

  it('takes place once it is due; half an hour later, or once its person is disabled, it does not', () => {
    const dueAt = '2026-11-22T03:00:00.000Z';
    const begun = given(contactsDecider, [browserAdded, planned(dueAt)]);
    const plannedBy = 'given-1';
    const at = (now: string, ...facts: readonly Fact[]) => ({ actor: bySystem, reads: inZone('UTC', ...facts), now });
    expect(begun.when(run(dueAt, plannedBy), at(dueAt)).types()).toEqual(['NightTestBegan']);
    expect(begun.when(run(dueAt, plannedBy), at('2026-11-22T03:31:00.000Z')).types()).toEqual(['NightTestMissed']);
    expect(begun.when(run(dueAt, plannedBy), at(dueAt, boDisabled)).types()).toEqual(['NightTestMissed']);
    expect(begun.when(run(dueAt, 'another'), at(dueAt)).nothing()).toBe(true);
  });
});
