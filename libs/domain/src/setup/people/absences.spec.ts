import type { PeopleFact } from '@tocsin/contracts/people/events.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { bo, byBo, cleo, readsAfter } from '../../configuration.fixture.js';
import { setUp } from '../organisation/facts.fixture.js';
import { peopleDecider } from './decider.js';
import { anaJoined, boJoined, cleoJoined } from './facts.fixture.js';
import type { PeopleState } from './state.js';

const reads = readsAfter(setUp);
const asBo = { actor: byBo, reads, now: '2026-11-21T12:00:00.000Z' };
const givenFacts = (...facts: readonly PeopleFact[]) => given(peopleDecider, [anaJoined, boJoined, cleoJoined, ...facts]);
const command = (type: string, data: object = {}) => ({ type, data: { personId: bo, ...data } });
const absencePlanned = (n: number): Extract<PeopleFact, { type: 'AwayPlanned' }> => ({
  type: 'AwayPlanned',
  data: { personId: bo, awayId: `away-${n}`, from: `2026-12-${10 + n}T00:00:00.000Z`, to: `2026-12-${10 + n}T12:00:00.000Z` },
});
const awayOf = (outcome: { state(): PeopleState }) => outcome.state().get(bo)!.away;

describe('time away', () => {
  it('begins now where nothing else is said, and never in the past', () => {
    const to = '2026-12-01T00:00:00.000Z';
    const { now } = asBo;
    expect(givenFacts().when(command('PlanAway', { to }), asBo).facts()).toMatchObject([{ data: { from: now, to } }]);
    const early = { from: '2026-11-01T00:00:00.000Z', to };
    expect(givenFacts().when(command('PlanAway', early), asBo).facts()).toMatchObject([{ data: { from: now, to } }]);
  });

  it('is refused where it is over, too long, or overlaps another', () => {
    const refusal = (data: object) => givenFacts(absencePlanned(1)).when(command('PlanAway', data), asBo).refusal();
    expect(refusal({ to: '2026-11-20T00:00:00.000Z' })).toBe('person.away_in_the_past');
    expect(refusal({ to: '2027-12-01T00:00:00.000Z' })).toBe('person.away_too_long');
    expect(refusal({ to: '2026-12-11T06:00:00.000Z' })).toBe('person.away_overlaps');
    expect(
      givenFacts(absencePlanned(1))
        .when(command('PlanAway', { to: '2026-12-11T00:00:00.000Z' }), asBo)
        .types(),
    ).toEqual(['AwayPlanned']);
  });

  it('is planned at most ten times ahead, and those that are over make room', () => {
    const tenAbsences = Array.from({ length: 10 }, (_, n) => absencePlanned(n));
    const next = command('PlanAway', { from: '2026-12-30T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' });
    expect(
      givenFacts(...tenAbsences)
        .when(next, asBo)
        .refusal(),
    ).toBe('limit.away');
    const laterContext = { ...asBo, now: '2026-12-10T13:00:00.000Z' };
    expect(awayOf(givenFacts(...tenAbsences).when(next, laterContext))).toHaveLength(10);
  });

  it('is planned once, however often it is asked for by the same id', () => {
    const { awayId, from, to } = absencePlanned(1).data;
    expect(givenFacts(absencePlanned(1)).when(command('PlanAway', { awayId, from, to }), asBo).nothing()).toBe(true);
  });

  it('ends when the person says so, and is theirs alone to plan', () => {
    const end = command('EndAway', { awayId: 'away-1' });
    expect(awayOf(givenFacts(absencePlanned(1)).when(end, asBo))).toEqual([]);
    expect(
      givenFacts(absencePlanned(1))
        .when(end, { ...asBo, now: '2026-12-12T00:00:00.000Z' })
        .refusal(),
    ).toBe('person.away_not_found');
    expect(
      givenFacts(absencePlanned(1))
        .when(end, { ...asBo, actor: { kind: 'person', id: cleo, roles: ['member'] } })
        .refusal(),
    ).toBe('permission.denied');
  });
});

describe('hours for low urgency', () => {
  const hours = { pages: 'awake', sleep: { from: '23:00', to: '07:00' }, working: { from: '09:00', to: '17:00', weekdays: [1, 2] } };

  it('are chosen as they are, and once', () => {
    const choose = command('ChooseLowUrgencyHours', hours);
    const [fact] = givenFacts().when(choose, asBo).facts() as readonly PeopleFact[];
    expect(fact).toEqual({ type: 'LowUrgencyHoursChosen', data: { personId: bo, ...hours } });
    expect(givenFacts(fact!).when(choose, asBo).nothing()).toBe(true);
  });
});
