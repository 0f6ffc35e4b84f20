import { addMillis } from '@tocsin/kernel/time.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { bySystem, idOf } from '../../configuration.fixture.js';
import type { RoutingRow } from '../routing/shared/routing-row.js';
import { alertmanagerId, serviceId } from '../routing/signals.fixture.js';
import { ana, as, Scenario, teamId } from './groups.fixture.js';
import type { PageRequest } from './requests/page-request.js';
import { decideRefusalGroup } from './requests/raise-refusals.js';
import { groupOfRefusals } from './shared/refused-group.js';
import { groupReads } from './shared/reads.js';

/** A world in which an integration’s signals have just been refused. */
const refusingScenario = (): Scenario => {
  const scenario = new Scenario();
  scenario.knows({
    type: 'IntegrationCreated',
    data: { teamId, serviceId, integrationId: alertmanagerId, name: 'Alertmanager', kind: 'alertmanager' },
  });
  raise(scenario);
  return scenario;
};
const raise = (scenario: Scenario, groupId = idOf('9e1'), because?: 'unreadable'): void => {
  scenario.world.run({ type: 'RaiseRefusals', data: { groupId, integrationId: alertmanagerId, because } }, { actor: bySystem });
  scenario.world.advance(0);
};
const knownGroups = (scenario: Scenario, minutes = 0) =>
  groupOfRefusals(groupReads(scenario.world.memory), alertmanagerId, addMillis(scenario.world.now, minutes * 60_000));

describe('an alert group of refused signals', () => {
  it('is not opened again for ten minutes after a person resolved it', () => {
    const scenario = refusingScenario();
    scenario.act('ResolveAlertGroup', {}, ana);
    expect([knownGroups(scenario)?.status, knownGroups(scenario, 9.9)?.status, knownGroups(scenario, 10)?.status]).toEqual([
      'resolved',
      'resolved',
      undefined,
    ]);
  });

  it('silences nothing where the clock was set back since', () => {
    const scenario = refusingScenario();
    scenario.act('ResolveAlertGroup', {}, ana);
    expect([knownGroups(scenario, -9.9)?.status, knownGroups(scenario, -10)?.status]).toEqual(['resolved', undefined]);
  });

  it('is opened also where the clock was set back into the ten minutes of one that is over', () => {
    const scenario = refusingScenario();
    const { now } = scenario.world;
    scenario.passes(11.1);
    scenario.world.now = now;
    for (let n = 0; n < 3; n += 1) raise(scenario);
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'firing']);
    scenario.passes(11.1);
    scenario.world.now = now;
    for (let n = 0; n < 3; n += 1) raise(scenario);
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'resolved', 'firing']);
  });

  it('is opened also where routing has forgotten that one, which was asked for long ago', () => {
    const scenario = refusingScenario();
    const { now, memory } = scenario.world;
    scenario.passes(11.1);
    const context = makeContext({ now, actor: bySystem, commandId: idOf('c9'), epoch: 1, reads: groupReads(memory) });
    const request = decideRefusalGroup({ groupId: idOf('9e1'), integrationId: alertmanagerId }, [], context);
    expect(request).toMatchObject({ kind: 'refused', groupId: expect.not.stringMatching(idOf('9e1')) });
  });

  it('is one where two servers ask for it at once, after the clock was set back', () => {
    const scenario = refusingScenario();
    const { now } = scenario.world;
    scenario.passes(11.1);
    scenario.world.now = now;
    const { memory } = scenario.world;
    // as the second server decides it: the routing stream has the first one’s request, memory has no group for it yet
    const { asked: askedIds } = memory.rows<RoutingRow>('routing').get('routing')!.state;
    const context = makeContext({ now, actor: bySystem, commandId: idOf('c9'), epoch: 1, reads: groupReads(memory) });
    const data = { groupId: idOf('9e1'), integrationId: alertmanagerId };
    const first = decideRefusalGroup(data, askedIds, context) as PageRequest;
    expect(first).toMatchObject({ kind: 'refused' });
    expect(decideRefusalGroup(data, [...askedIds, first.groupId], { ...context, now: addMillis(now, 7) })).toBeInstanceOf(Nothing);
  });

  it('pages anew as soon as signals are refused again after it resolved by itself', () => {
    const scenario = refusingScenario();
    scenario.passes(11.1);
    expect(scenario.row().status).toBe('resolved');
    expect(knownGroups(scenario)).toBeUndefined();
    scenario.news();
    raise(scenario, idOf('9e2'));
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'firing']);
    expect(scenario.paged()).toContain(ana);
  });

  it('stays open between two signals that can’t be read, as long as they count as one series', () => {
    const scenario = refusingScenario();
    scenario.passes(11.1);
    raise(scenario, idOf('9e2'), 'unreadable');
    for (let n = 0; n < 5; n += 1) {
      scenario.passes(12);
      scenario.world.run({ type: 'CountRefused', data: { groupId: scenario.row().id, refused: 1 } }, { actor: bySystem });
    }
    expect(scenario.row().status).toBe('firing');
    scenario.passes(15.9);
    expect(scenario.row().status).toBe('firing');
    scenario.passes(0.2);
    expect(scenario.row().status).toBe('resolved');
    expect(scenario.idleTimers()).toEqual([]);
  });

  it('has its whole time again where a person reopens it', () => {
    const scenario = refusingScenario();
    scenario.passes(8);
    scenario.act('ResolveAlertGroup', {}, ana);
    scenario.passes(8);
    scenario.world.run({ type: 'ReopenAlertGroup', data: { groupId: scenario.row().id, iHaveIt: true } }, { actor: as(ana) });
    scenario.passes(10.9);
    expect(scenario.row().status).toBe('acknowledged');
    scenario.passes(0.2);
    expect(scenario.row().status).toBe('resolved');
    expect(scenario.idleTimers()).toEqual([]);
  });
});
