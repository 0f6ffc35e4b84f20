import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import type { MaintenanceFact } from '@tocsin/contracts/maintenance/noun.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { given } from '@tocsin/kernel/decide/given.js';
import { ana, bo, bySystem, idOf, readsAfter } from '../../configuration.fixture.js';
import { maintenanceDecider } from './decider.js';

const now = '2026-11-21T03:12:00.000Z';
const [teamId, windowId, serviceId] = ['7ea', '3a', '5e'].map(idOf) as [string, string, string];
const settings = {
  name: 'Upgrade',
  services: [serviceId],
  matchers: [],
  from: '2026-11-22T02:00',
  to: '2026-11-22T04:00',
  zone: 'UTC',
  rule: null,
  behaviour: 'suppress' as const,
};
const planned: MaintenanceFact = { type: 'MaintenancePlanned', data: { windowId, teamId, ...settings } };
const occurrence = { from: '2026-11-22T02:00:00.000Z', until: '2026-11-22T04:00:00.000Z' };
const member = (id: string): Actor => ({ kind: 'person', id, roles: ['member'] });
const configured: readonly Fact[] = [
  { type: 'TeamMemberAdded', data: { teamId, personId: ana, role: 'responder' } },
  { type: 'TeamMemberAdded', data: { teamId, personId: bo, role: 'manager' } },
  {
    type: 'ServiceCreated',
    data: {
      teamId,
      serviceId,
      name: 'Checkout',
      description: '',
      runbook: null,
      policyId: idOf('90'),
      urgencyRule: 'by_severity',
      ackTimeoutMinutes: null,
      reopenWindowMinutes: null,
    },
  },
];
const reads = readsAfter({ type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } }, ...configured);
const by = (id: string) => ({ actor: member(id), reads, now });
const plan = (more: object = {}) => ({ type: 'PlanMaintenance', data: { windowId, teamId, ...settings, ...more } });
const window = given(maintenanceDecider, [planned]);
const follow = (what: string, dueAt: string) => ({ type: 'FollowMaintenance', data: { windowId, what, dueAt } });
const onTime = (at: string) => ({ actor: bySystem, reads, now: at });

describe('a maintenance window', () => {
  it('is planned by a responder of the team, once', () => {
    expect(given(maintenanceDecider).when(plan(), by(ana)).facts()).toEqual([planned]);
    expect(window.when(plan(), by(ana)).nothing()).toBe(true);
  });

  it.each([
    ['recurs', { rule: 'FREQ=DAILY' }],
    ['is longer than 12 hours', { to: '2026-11-22T14:01' }],
  ])('that %s is planned by a manager', (_what, more) => {
    expect(given(maintenanceDecider).when(plan(more), by(ana)).refusal()).toBe('maintenance.too_long_for_responder');
    expect(given(maintenanceDecider).when(plan(more), by(bo)).facts()).toHaveLength(1);
  });

  it.each([
    ['is of the whole organisation', { teamId: null }, 'permission.denied'],
    ['ends before it begins', { to: '2026-11-22T02:00' }, 'maintenance.ends_before_it_begins'],
    ['is over', { from: '2026-11-20T02:00', to: '2026-11-20T04:00' }, 'maintenance.is_over'],
    ['is longer than 90 days', { to: '2027-03-22T04:00' }, 'maintenance.too_long'],
    ['recurs without an end between', { to: '2026-11-23T02:00', rule: 'FREQ=DAILY' }, 'maintenance.too_long'],
    ['recurs every hour', { rule: 'FREQ=HOURLY' }, 'maintenance.rule_unreadable'],
    ['is in no known zone', { zone: 'Mars/Base' }, 'maintenance.zone_unknown'],
    ['covers nothing', { services: [] }, 'maintenance.covers_nothing'],
    ['covers a service of another team', { services: [idOf('99')] }, 'maintenance.service_unknown'],
    [
      'matches everything, unconfirmed',
      { services: [], matchers: [{ label: 'env', operator: '!=', value: 'test' }] },
      'maintenance.matches_everything',
    ],
    ['has a pattern that is none', { matchers: [{ label: 'a', operator: '=~', value: '(' }] }, 'maintenance.pattern_invalid'],
  ])('is refused when it %s', (_why, more, code) => expect(given(maintenanceDecider).when(plan(more), by(bo)).refusal()).toBe(code));

  it('covers everything only if that is confirmed, again with each change; services narrow it', () => {
    const loose = { matchers: [{ label: 'env', operator: '!=' as const, value: 'test' }] };
    const all = { ...loose, services: [], coversEverything: true as const };
    expect(given(maintenanceDecider).when(plan(loose), by(ana)).facts()).toHaveLength(1);
    expect(given(maintenanceDecider).when(plan(all), by(ana)).facts()).toMatchObject([{ data: { coversEverything: true } }]);
    const covering = given(maintenanceDecider, [{ type: 'MaintenancePlanned', data: { windowId, teamId, ...settings, ...all } }]);
    const change = (more: object) => ({
      type: 'ChangeMaintenance',
      data: { windowId, version: 1, ...settings, ...loose, services: [], ...more },
    });
    expect(covering.when(change({ coversEverything: true }), by(ana)).nothing()).toBe(true);
    expect(covering.when(change({ name: 'Move' }), by(ana)).refusal()).toBe('maintenance.matches_everything');
    expect(covering.when(change({ name: 'Move', coversEverything: true }), by(ana)).facts()).toHaveLength(1);
  });

  it.each([
    ['another of its team has its name', 1, 'maintenance.name_taken'],
    ['its team has as many as it may', maintenanceLimits.perTeam, 'limit.maintenance'],
  ])('is refused when %s', (_why, count, code) => {
    const others = Array.from({ length: count }, (_none, n): MaintenanceFact => ({
      type: 'MaintenancePlanned',
      data: { windowId: idOf(`b${n}`), teamId, ...settings, name: count === 1 ? settings.name : `Window ${n}` },
    }));
    const full = readsAfter({ type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } }, ...configured, ...others);
    expect(
      given(maintenanceDecider)
        .when(plan(), { actor: member(bo), reads: full, now })
        .refusal(),
    ).toBe(code);
  });

  it('is announced, begins and ends at its times; a timer of an earlier plan does nothing', () => {
    expect(window.when(follow('announce', '2026-11-22T01:30:00.000Z'), onTime('2026-11-22T01:30:00.000Z')).facts()).toEqual([
      { type: 'MaintenanceAnnounced', data: { windowId, teamId, ...occurrence, people: [] } },
    ]);
    expect(window.when(follow('begin', occurrence.from), onTime(occurrence.from)).facts()).toEqual([
      { type: 'MaintenanceBegan', data: { windowId, teamId, ...occurrence } },
    ]);
    const begun = given(maintenanceDecider, [planned, { type: 'MaintenanceBegan', data: { windowId, teamId, ...occurrence } }]);
    expect(begun.when(follow('end', occurrence.until), onTime('2026-11-22T05:00:00.000Z')).facts()).toEqual([
      { type: 'MaintenanceEnded', data: { windowId, teamId, ...occurrence, because: 'time', people: [], late: 3_600_000 } },
    ]);
    expect(begun.when(follow('begin', occurrence.from), onTime(occurrence.from)).facts()).toEqual([]);
  });

  it('is changed in the version that was read, by who may plan it', () => {
    const change = (version: number, more: object) => ({ type: 'ChangeMaintenance', data: { windowId, version, ...settings, ...more } });
    expect(window.when(change(1, { name: 'Move' }), by(ana)).facts()).toEqual([
      { type: 'MaintenanceChanged', data: { windowId, teamId, version: 2, ...settings, name: 'Move' } },
    ]);
    expect(window.when(change(1, {}), by(ana)).nothing()).toBe(true);
    expect(window.when(change(2, { name: 'Move' }), by(ana)).refusal()).toBe('conflict.revision');
    expect(window.when(change(1, { rule: 'FREQ=DAILY' }), by(ana)).refusal()).toBe('maintenance.too_long_for_responder');
  });

  it('ends earlier, with no more patterns, also while those of its team are too large together', () => {
    const large = { label: 'severity', operator: '=~' as const, value: '(x.*y){80}z' };
    const many = Array.from({ length: 13 }, (_none, n): Fact => ({
      type: 'MaintenancePlanned',
      data: { windowId: idOf(n === 0 ? '3a' : `3a${n}`), teamId, ...settings, name: `Move ${n}`, matchers: [large, large] },
    }));
    const team: Fact = { type: 'TeamCreated', data: { teamId, name: 'Payments', description: '' } };
    const context = { ...by(ana), reads: readsAfter(team, ...configured, ...many) };
    const change = (more: object) =>
      given(maintenanceDecider, many.slice(0, 1) as MaintenanceFact[]).when(
        { type: 'ChangeMaintenance', data: { windowId, version: 1, ...settings, name: 'Move 0', matchers: [large, large], ...more } },
        context,
      );
    expect(change({ to: '2026-11-22T03:00' }).facts()).toHaveLength(1);
    expect(change({ matchers: [large] }).facts()).toHaveLength(1);
    expect(change({ matchers: [large, large, large] }).refusal()).toBe('limit.patterns');
  });

  it('skips an occurrence that it has, ends early only while it lasts, and is removed', () => {
    const skip = (from: string) => ({ type: 'SkipMaintenance', data: { windowId, from } });
    expect(window.when(skip(occurrence.from), by(ana)).facts()).toHaveLength(1);
    expect(window.when(skip('2026-11-22T02:01:00.000Z'), by(ana)).refusal()).toBe('maintenance.no_such_occurrence');
    expect(window.when({ type: 'EndMaintenance', data: { windowId } }, by(ana)).refusal()).toBe('maintenance.not_active');
    expect(window.when({ type: 'RemoveMaintenance', data: { windowId } }, by(ana)).facts()).toHaveLength(1);
    expect(given(maintenanceDecider).when(skip(occurrence.from), { actor: bySystem, reads, now }).refusal()).toBe('maintenance.not_found');
  });
});
