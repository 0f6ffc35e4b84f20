import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import { given, foldRows } from '@tocsin/kernel/decide/given.js';
import { byBo, byOwner, idOf, readsAfter, recordedFacts } from '../../configuration.fixture.js';
import { policyCreated, policyId, policyRemoved } from '../policies/facts.fixture.js';
import { teamDecider } from '../team-stream/decider.js';
import { boManages, teamCreated, teamId } from '../teams/facts.fixture.js';
import {
  rehearsalCreated,
  serviceArchived,
  serviceChanged,
  serviceCreated,
  serviceId,
  serviceRestored,
  serviceSettings,
  serviceWentLive,
} from './facts.fixture.js';
import { servicesView } from './views.js';

const reads = readsAfter();
const owner = { actor: byOwner, reads };
const asBo = { actor: byBo, reads };
const withPolicy = given(teamDecider, [teamCreated, policyCreated]);
const withService = given(teamDecider, [teamCreated, policyCreated, serviceCreated]);

describe('creating a service', () => {
  const command = { type: 'CreateService', data: serviceCreated.data as object };

  it('is recorded once', () => {
    expect(withPolicy.when(command, owner).facts()).toEqual([serviceCreated]);
    expect(withService.when(command, owner).nothing()).toBe(true);
    expect(withService.when({ ...command, data: { ...command.data, name: 'Cart' } }, owner).refusal()).toBe('conflict.revision');
  });

  it('takes a manager of the team', () => {
    expect(given(teamDecider, [teamCreated, policyCreated, boManages]).when(command, asBo).types()).toEqual(['ServiceCreated']);
    expect(withPolicy.when(command, asBo).refusal()).toBe('permission.denied');
    expect(given(teamDecider).when(command, owner).refusal()).toBe('team.not_found');
  });

  it('takes support hours where its urgency goes by them, in a zone that there is', () => {
    const hours = { timeZone: 'Europe/Berlin', times: [{ weekdays: [1, 2, 3, 4, 5], times: { from: '09:00', to: '17:00' } }] };
    const by = (more: object) => withPolicy.when({ ...command, data: { ...command.data, urgencyRule: 'support_hours', ...more } }, owner);
    expect(by({}).decision).toMatchObject({ code: 'service.support_hours_missing', path: 'supportHours' });
    expect(by({ supportHours: { ...hours, timeZone: 'Berlin' } }).decision).toMatchObject({ code: 'time_zone.unknown' });
    expect(by({ supportHours: hours }).types()).toEqual(['ServiceCreated']);
  });

  it('takes a policy of the team, and a name of its own', () => {
    expect(given(teamDecider, [teamCreated]).when(command, owner).decision).toMatchObject({ code: 'policy.not_found', path: 'policyId' });
    expect(given(teamDecider, [teamCreated, policyCreated, policyRemoved]).when(command, owner).refusal()).toBe('policy.not_found');
    const second = { ...command, data: { ...command.data, serviceId: undefined, name: 'CHECKOUT' } };
    expect(withService.when(second, owner).decision).toMatchObject({ code: 'service.name_taken', path: 'name' });
  });
});

describe('changing a service', () => {
  const command = { type: 'ChangeService', data: { teamId, serviceId, ...serviceSettings, version: 1, urgencyRule: 'always_high' } };
  const withChange = given(teamDecider, [teamCreated, policyCreated, serviceCreated, serviceChanged]);

  it('records the next version, and nothing the second time', () => {
    expect(withService.when(command, owner).facts()).toEqual([serviceChanged]);
    expect(withChange.when(command, owner).nothing()).toBe(true);
  });

  it('turns the detection of flapping on and off: off is as if nobody had', () => {
    const set = (flapDetection: boolean | null) => ({ ...command, data: { ...command.data, flapDetection } });
    expect(withService.when(set(true), owner).facts()).toMatchObject([{ data: { flapDetection: true } }]);
    expect(withChange.when(set(false), owner).nothing()).toBe(true);
    const on: Fact = { type: 'ServiceChanged', data: { ...serviceChanged.data, flapDetection: true } as FactOf<'ServiceChanged'> };
    const withDetection = given(teamDecider, [teamCreated, policyCreated, serviceCreated, on]);
    expect(withDetection.when({ ...set(null), data: { ...set(null).data, version: 2 } }, owner).facts()[0]!.data).not.toHaveProperty(
      'flapDetection',
    );
    expect(withDetection.when(command, owner).nothing()).toBe(true);
  });

  it('is refused when somebody else changed it in the meantime', () => {
    expect(withChange.when({ ...command, data: { ...command.data, urgencyRule: 'always_low' } }, owner).refusal()).toBe(
      'conflict.revision',
    );
  });

  it('is held to the same rules as a new one', () => {
    const other: Fact = { type: 'ServiceCreated', data: { teamId, serviceId: idOf('5f'), ...serviceSettings, name: 'Cart' } };
    const change = (more: object) =>
      given(teamDecider, [teamCreated, policyCreated, serviceCreated, other]).when(
        { ...command, data: { ...command.data, ...more } },
        owner,
      );
    expect(change({ name: 'cart' }).refusal()).toBe('service.name_taken');
    expect(change({ policyId: idOf('99') }).refusal()).toBe('policy.not_found');
    expect(withPolicy.when(command, owner).refusal()).toBe('service.not_found');
    expect(withService.when(command, asBo).refusal()).toBe('permission.denied');
  });
});

describe('a service that rehearses', () => {
  const takeLive = { type: 'TakeServiceLive', data: serviceWentLive.data };
  const rehearsing = given(teamDecider, [teamCreated, policyCreated, rehearsalCreated]);

  it('is made so at its creation alone', () => {
    const create = { type: 'CreateService', data: { ...serviceCreated.data, rehearses: true } };
    expect(withPolicy.when(create, owner).facts()).toEqual([rehearsalCreated]);
    expect(rehearsing.when(create, owner).nothing()).toBe(true);
    expect(withPolicy.when({ ...create, data: { ...create.data, rehearses: false } }, owner).facts()).toEqual([serviceCreated]);
  });

  it('goes live once, by a manager', () => {
    expect(rehearsing.when(takeLive, owner).facts()).toEqual([serviceWentLive]);
    expect(rehearsing.when(takeLive, asBo).refusal()).toBe('permission.denied');
    expect(withService.when(takeLive, owner).nothing()).toBe(true);
    expect(withPolicy.when(takeLive, owner).refusal()).toBe('service.not_found');
  });

  it('still rehearses after a change of its settings', () => {
    const change = { type: 'ChangeService', data: { teamId, serviceId, version: 1, name: 'Cart', policyId } };
    expect(rehearsing.when(change, owner).facts()[0]!.data).not.toHaveProperty('rehearsingSince');
  });
});

describe('archiving and restoring', () => {
  const archive = { type: 'ArchiveService', data: serviceArchived.data };
  const restore = { type: 'RestoreService', data: serviceRestored.data };
  const archived = given(teamDecider, [teamCreated, policyCreated, serviceCreated, serviceArchived]);

  it('are recorded once', () => {
    expect(withService.when(archive, owner).facts()).toEqual([serviceArchived]);
    expect(archived.when(archive, owner).nothing()).toBe(true);
    expect(archived.when(restore, owner).facts()).toEqual([serviceRestored]);
    expect(withService.when(restore, owner).nothing()).toBe(true);
  });

  it.each([archive, restore])('are refused without a service, or without a manager ($type)', (command) => {
    expect(withPolicy.when(command, owner).refusal()).toBe('service.not_found');
    expect(withService.when(command, asBo).refusal()).toBe('permission.denied');
  });
});

describe('giving all services of a policy another one', () => {
  const other: Fact = { type: 'PolicyCreated', data: { ...policyCreated.data, policyId: idOf('91'), name: 'Second' } as never };
  const second: Fact = { type: 'ServiceCreated', data: { teamId, serviceId: idOf('5f'), ...serviceSettings, name: 'Cart' } };
  const state = given(teamDecider, [teamCreated, policyCreated, other, serviceCreated, second, serviceArchived]);
  const command = (policy: string, toPolicyId: string) => ({ type: 'MoveAllToPolicy', data: { teamId, policyId: policy, toPolicyId } });
  const movedFact: Fact = {
    type: 'ServicesMovedToPolicy',
    data: { teamId, policyId, toPolicyId: idOf('91'), serviceIds: [serviceId, idOf('5f')] },
  };

  it('is one fact, archived ones too, after which the policy can be removed', () => {
    expect(state.when(command(policyId, idOf('91')), owner).facts()).toEqual([movedFact]);
    const after = given(teamDecider, [teamCreated, policyCreated, other, serviceCreated, second, movedFact]);
    expect(after.when(command(policyId, idOf('91')), owner).nothing()).toBe(true);
    expect(after.when({ type: 'RemovePolicy', data: { teamId, policyId } }, owner).types()).toEqual(['PolicyRemoved']);
    expect(foldRows(servicesView, recordedFacts([serviceCreated, second, movedFact])).get(serviceId)).toMatchObject({
      policyId: idOf('91'),
      version: 2,
    });
  });

  it('takes a manager, and two policies of the team', () => {
    expect(state.when(command(policyId, idOf('91')), asBo).refusal()).toBe('permission.denied');
    expect(state.when(command(policyId, policyId), owner).refusal()).toBe('policy.same');
    expect(state.when(command(policyId, idOf('99')), owner).decision).toMatchObject({ code: 'policy.not_found', path: 'toPolicyId' });
    expect(state.when(command(idOf('99'), policyId), owner).decision).toMatchObject({ code: 'policy.not_found', path: 'policyId' });
  });
});

it('shows a service as it is set', () => {
  const row = (...facts: readonly Fact[]) => foldRows(servicesView, recordedFacts(facts)).get(serviceId);
  expect(row(serviceCreated)).toEqual({ id: serviceId, teamId, version: 1, state: 'active', ...serviceSettings });
  expect(row(serviceCreated, serviceArchived, serviceChanged)).toEqual({
    id: serviceId,
    teamId,
    version: 2,
    state: 'archived',
    ...serviceSettings,
    urgencyRule: 'always_high',
  });
  expect(row(serviceCreated, serviceArchived, serviceRestored)).toMatchObject({ state: 'active' });
});

describe('labels and a grouping of a service', () => {
  const grouping = { by: { kind: 'fields' as const, fields: ['cluster'] }, windowMinutes: 30 };
  const change = { type: 'ChangeService', data: { teamId, serviceId, version: 1, name: 'Checkout', policyId } };
  const withLabels: Fact = {
    type: 'ServiceChanged',
    data: { ...serviceSettings, teamId, serviceId, version: 2, labels: { a: '1', b: '2' } },
  };
  const changed = (more: object) => withService.when({ ...change, data: { ...change.data, ...more } }, owner);

  it('are set, in one order, and said to be followed; the same again is nothing', () => {
    expect(changed({ labels: { b: '2', a: '1' } }).facts()).toMatchObject([{ data: { labels: { a: '1', b: '2' }, relabelled: true } }]);
    const state = given(teamDecider, [teamCreated, policyCreated, serviceCreated, withLabels]);
    const again = { ...change, data: { ...change.data, version: 2, labels: { b: '2', a: '1' } } };
    expect(state.when(again, owner).nothing()).toBe(true);
    const [fact] = state.when({ ...again, data: { ...again.data, labels: null } }, owner).facts();
    expect(fact!.data).toMatchObject({ relabelled: true });
    expect(fact!.data).not.toHaveProperty('labels');
  });

  it('say that there was a grouping once it is off, and nothing where there never was one', () => {
    expect(changed({ grouping }).facts()).toMatchObject([{ data: { grouping } }]);
    expect(changed({ grouping: null }).nothing()).toBe(true);
    const grouped: Fact = { type: 'ServiceChanged', data: { ...serviceSettings, teamId, serviceId, version: 2, grouping } };
    const state = given(teamDecider, [teamCreated, policyCreated, serviceCreated, grouped]);
    expect(state.when({ ...change, data: { ...change.data, version: 2, grouping: null } }, owner).facts()).toMatchObject([
      { data: { grouping: null } },
    ]);
  });
});
