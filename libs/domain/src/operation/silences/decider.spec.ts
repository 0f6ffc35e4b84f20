import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import type { SilenceFact } from '@tocsin/contracts/silences/noun.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { ana, bo, byAdmin, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { silenceDecider } from './decider.js';
import { activeSilencesView, silencesView } from './views.js';

const now = '2026-11-21T03:12:00.000Z';
const teamId = idOf('7ea');
const silenceId = idOf('51');
const hours = (n: number): string => addMillis(now, n * 3_600_000);
const matchers: LabelMatcher[] = [{ label: 'job', operator: '=', value: 'backup' }];
const started = (n = 0): SilenceFact => ({
  type: 'SilenceStarted',
  data: {
    silenceId: n === 0 ? silenceId : idOf(`51${n}`),
    teamId,
    matchers,
    until: hours(2),
    comment: 'db move',
    exempt: [],
    untilResolved: false,
    confirmedGroups: null,
  },
});
const ended: SilenceFact = { type: 'SilenceEnded', data: { silenceId, teamId, because: 'person' } };
const team = [
  { type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } },
  { type: 'TeamMemberAdded', data: { teamId, personId: ana, role: 'responder' } },
  { type: 'TeamMemberAdded', data: { teamId, personId: bo, role: 'manager' } },
] as const;
const member = (id: string): Actor => ({ kind: 'person', id, roles: ['member'] });
const reads = readsAfter(...team);
const by = (id: string) => ({ actor: member(id), reads, now });
const start = (more: object = {}) => ({
  type: 'StartSilence',
  data: {
    silenceId,
    teamId,
    matchers,
    until: hours(2),
    comment: 'db move',
    exempt: [],
    untilResolved: false,
    confirmedGroups: null,
    ...more,
  },
});
const active = given(silenceDecider, [started()]);

describe('a silence', () => {
  it('is started by a responder of the team, once', () => {
    expect(given(silenceDecider).when(start(), by(ana)).facts()).toEqual([started()]);
    expect(active.when(start(), by(ana)).nothing()).toBe(true);
  });

  it('is refused to people of other teams', () =>
    expect(
      given(silenceDecider)
        .when(start(), by(idOf('5a3')))
        .refusal(),
    ).toBe('permission.denied'));

  it.each([
    ['ends in the past', { until: hours(-1) }, 'silence.ends_in_the_past'],
    ['is longer than a responder’s', { until: hours(25) }, 'silence.too_long_for_responder'],
    ['has a pattern that is none', { matchers: [{ label: 'job', operator: '=~', value: '(' }] }, 'silence.pattern_invalid'],
  ])('is refused when it %s', (_why, more, code) => expect(given(silenceDecider).when(start(more), by(ana)).refusal()).toBe(code));

  it('of a manager may last ninety days, and no longer', () => {
    expect(
      given(silenceDecider)
        .when(start({ until: hours(24 * 90) }), by(bo))
        .facts(),
    ).toHaveLength(1);
    expect(
      given(silenceDecider)
        .when(start({ until: hours(24 * 90 + 1) }), by(bo))
        .refusal(),
    ).toBe('silence.too_long');
  });

  it(`is one of at most ${silenceLimits.activePerTeam} of its team`, () => {
    const full = readsAfter(...team, ...Array.from({ length: silenceLimits.activePerTeam }, (_, n) => started(n + 1)));
    expect(
      given(silenceDecider)
        .when(start(), { ...by(ana), reads: full })
        .refusal(),
    ).toBe('limit.silences');
  });

  it('gets another end, of which its length counts from then', () => {
    const change = (until: string) => ({ type: 'ChangeSilenceEnd', data: { silenceId, until } });
    expect(active.when(change(hours(3)), by(ana)).facts()).toEqual([
      { type: 'SilenceEndChanged', data: { silenceId, teamId, until: hours(3) } },
    ]);
    expect(active.when(change(hours(2)), by(ana)).nothing()).toBe(true);
    expect(active.when(change(hours(25)), by(ana)).refusal()).toBe('silence.too_long_for_responder');
    expect(
      given(silenceDecider, [started(), ended])
        .when(change(hours(3)), by(ana))
        .refusal(),
    ).toBe('silence.ended');
  });

  it('is ended by a person, once', () => {
    const end = { type: 'EndSilence', data: { silenceId } };
    expect(active.when(end, by(bo)).facts()).toEqual([ended]);
    expect(given(silenceDecider, [started(), ended]).when(end, by(bo)).nothing()).toBe(true);
    expect(given(silenceDecider).when(end, { actor: byAdmin, reads, now }).refusal()).toBe('silence.not_found');
    expect(given(silenceDecider).when(end, by(bo)).refusal()).toBe('permission.denied');
  });

  it('ends in time, said if late; a timer of an earlier plan ends nothing', () => {
    const onTime = (dueAt: string) => ({ type: 'EndSilenceOnTime', data: { silenceId, dueAt } });
    expect(active.when(onTime(hours(2)), { actor: byAdmin, reads, now: hours(3) }).facts()).toEqual([
      { type: 'SilenceEnded', data: { silenceId, teamId, because: 'time', late: 3_600_000 } },
    ]);
    expect(active.when(onTime(hours(1)), { actor: byAdmin, reads, now: hours(3) }).facts()).toEqual([]);
  });

  it('is listed when it has ended, and mutes no more', () => {
    const facts = recordedFacts([started(), ended]);
    expect([...foldRows(silencesView, facts).values()]).toMatchObject([{ id: silenceId, state: 'ended' }]);
    expect(foldRows(activeSilencesView, facts).size).toBe(0);
  });
});
