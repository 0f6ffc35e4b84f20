import { plus } from '@tocsin/kernel/time.js';
import { contextAt } from '@tocsin/kernel/decide/context.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { bySystem, idOf } from '../configuration.fixture.js';
import type { RoutingRow } from '../routing/shared/routing-row.js';
import { alertmanagerId, serviceId } from '../routing/signals.fixture.js';
import { ana, as, Scenario, teamId } from './groups.fixture.js';
import type { PageRequest } from './requests/page-request.js';
import { raiseRefusals } from './requests/raise-refusals.js';
import { groupOfRefusals } from './shared/refused-group.js';
import { groupReads } from './shared/reads.js';

/** A world in which an integration’s signals have just been refused. */
const refusing = (): Scenario => {
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
const known = (scenario: Scenario, minutes = 0) =>
  groupOfRefusals(groupReads(scenario.world.memory), alertmanagerId, plus(scenario.world.now, minutes * 60_000));

describe('an alert group of refused signals', () => {
  it('is not opened again for ten minutes after a person resolved it', () => {
    const scenario = refusing();
    scenario.act('ResolveAlertGroup', {}, ana);
    expect([known(scenario)?.status, known(scenario, 9.9)?.status, known(scenario, 10)?.status]).toEqual([
      'resolved',
      'resolved',
      undefined,
    ]);
  });

  it('silences nothing where the clock was set back since', () => {
    const scenario = refusing();
    scenario.act('ResolveAlertGroup', {}, ana);
    expect([known(scenario, -9.9)?.status, known(scenario, -10)?.status]).toEqual(['resolved', undefined]);
  });

  it('is opened also where the clock was set back into the ten minutes of one that is over', () => {
    const scenario = refusing();
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
    const scenario = refusing();
    const { now, memory } = scenario.world;
    scenario.passes(11.1);
    const context = contextAt({ now, actor: bySystem, commandId: idOf('c9'), epoch: 1, reads: groupReads(memory) });
    const request = raiseRefusals({ groupId: idOf('9e1'), integrationId: alertmanagerId }, [], context);
    expect(request).toMatchObject({ kind: 'refused', groupId: expect.not.stringMatching(idOf('9e1')) });
  });

  it('is one where two servers ask for it at once, after the clock was set back', () => {
    const scenario = refusing();
    const { now } = scenario.world;
    scenario.passes(11.1);
    scenario.world.now = now;
    const { memory } = scenario.world;
    // as the second server decides it: the routing stream has the first one’s request, memory has no group for it yet
    const { asked } = memory.rows<RoutingRow>('routing').get('routing')!.state;
    const context = contextAt({ now, actor: bySystem, commandId: idOf('c9'), epoch: 1, reads: groupReads(memory) });
    const data = { groupId: idOf('9e1'), integrationId: alertmanagerId };
    const first = raiseRefusals(data, asked, context) as PageRequest;
    expect(first).toMatchObject({ kind: 'refused' });
    expect(raiseRefusals(data, [...asked, first.groupId], { ...context, now: plus(now, 7) })).toBeInstanceOf(Nothing);
  });

  it('pages anew as soon as signals are refused again after it resolved by itself', () => {
    const scenario = refusing();
    scenario.passes(11.1);
    expect(scenario.row().status).toBe('resolved');
    expect(known(scenario)).toBeUndefined();
    scenario.news();
    raise(scenario, idOf('9e2'));
    expect(scenario.rows().map(({ status }) => status)).toEqual(['resolved', 'firing']);
    expect(scenario.paged()).toContain(ana);
  });

  it('stays open between two signals that can’t be read, as long as they count as one series', () => {
    const scenario = refusing();
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
    const scenario = refusing();
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
