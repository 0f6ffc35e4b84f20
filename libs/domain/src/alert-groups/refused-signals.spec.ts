import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { RoutingFact } from '@tocsin/contracts/routing.js';
import { plus } from '@tocsin/kernel/time.js';
import { contextAt } from '@tocsin/kernel/decide/context.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { bySystem, idOf } from '../configuration.fixture.js';
import { raiseRefusals } from '../routing/refusals.js';
import type { RoutingRow } from '../routing/shared/routing-row.js';
import { alertmanagerId, serviceId } from '../routing/signals.fixture.js';
import { ana, as, Harbour, teamId } from './groups.fixture.js';
import { groupOfRefusals } from './shared/refused-group.js';
import { groupReads } from './shared/reads.js';

/** A world with an integration whose signals have just been refused. */
const refusing = (): Harbour => {
  const harbour = new Harbour();
  harbour.knows({
    type: 'IntegrationCreated',
    data: { teamId, serviceId, integrationId: alertmanagerId, name: 'Alertmanager', kind: 'alertmanager' },
  });
  raise(harbour);
  return harbour;
};
const raise = (harbour: Harbour, groupId = idOf('9e1'), because?: 'unreadable'): void => {
  harbour.world.run({ type: 'RaiseRefusals', data: { groupId, integrationId: alertmanagerId, because } }, { actor: bySystem });
  harbour.world.advance(0);
};
const known = (harbour: Harbour, minutes = 0) =>
  groupOfRefusals(groupReads(harbour.world.memory), alertmanagerId, plus(harbour.world.now, minutes * 60_000));

describe('an alert group of refused signals', () => {
  it('is not opened again for ten minutes after a person resolved it', () => {
    const harbour = refusing();
    harbour.act('ResolveAlertGroup', {}, ana);
    expect([known(harbour)?.status, known(harbour, 9.9)?.status, known(harbour, 10)?.status]).toEqual(['resolved', 'resolved', undefined]);
  });

  it('silences nothing where the clock was set back since', () => {
    const harbour = refusing();
    harbour.act('ResolveAlertGroup', {}, ana);
    expect([known(harbour, -9.9)?.status, known(harbour, -10)?.status]).toEqual(['resolved', undefined]);
  });

  it('is opened also where the clock was set back into the ten minutes of one that is over', () => {
    const harbour = refusing();
    const { now } = harbour.world;
    harbour.passes(11.1);
    harbour.world.now = now;
    for (let n = 0; n < 3; n += 1) raise(harbour);
    expect(harbour.rows().map(({ status }) => status)).toEqual(['resolved', 'firing']);
    harbour.passes(11.1);
    harbour.world.now = now;
    for (let n = 0; n < 3; n += 1) raise(harbour);
    expect(harbour.rows().map(({ status }) => status)).toEqual(['resolved', 'resolved', 'firing']);
  });

  it('is opened also where routing has forgotten that one, which was asked for long ago', () => {
    const harbour = refusing();
    const { now, memory } = harbour.world;
    harbour.passes(11.1);
    const state = { ...memory.rows<RoutingRow>('routing').get('routing')!.state, asked: [] };
    const context = contextAt({ now, actor: bySystem, commandId: idOf('c9'), epoch: 1, reads: groupReads(memory) });
    const [fact] = raiseRefusals({ groupId: idOf('9e1'), integrationId: alertmanagerId }, state, context) as readonly RoutingFact[];
    expect(fact).toMatchObject({ type: 'PageRequested' });
    expect((fact!.data as FactOf<'PageRequested'>).groupId).not.toBe(idOf('9e1'));
  });

  it('is one where two servers ask for it at once, after the clock was set back', () => {
    const harbour = refusing();
    const { now } = harbour.world;
    harbour.passes(11.1);
    harbour.world.now = now;
    const { memory } = harbour.world;
    // as the second server decides it: the routing stream has the first one’s request, memory has no group of it yet
    const state = { ...memory.rows<RoutingRow>('routing').get('routing')!.state };
    const context = contextAt({ now, actor: bySystem, commandId: idOf('c9'), epoch: 1, reads: groupReads(memory) });
    const data = { groupId: idOf('9e1'), integrationId: alertmanagerId };
    const [first] = raiseRefusals(data, state, context) as readonly RoutingFact[];
    expect(first).toMatchObject({ type: 'PageRequested' });
    const asked = [...state.asked, (first!.data as FactOf<'PageRequested'>).groupId];
    expect(raiseRefusals(data, { ...state, asked }, { ...context, now: plus(now, 7) })).toBeInstanceOf(Nothing);
  });

  it('pages anew as soon as signals are refused again after it resolved by itself', () => {
    const harbour = refusing();
    harbour.passes(11.1);
    expect(harbour.row().status).toBe('resolved');
    expect(known(harbour)).toBeUndefined();
    harbour.news();
    raise(harbour, idOf('9e2'));
    expect(harbour.rows().map(({ status }) => status)).toEqual(['resolved', 'firing']);
    expect(harbour.paged()).toContain(ana);
  });

  it('stays open between two signals that can’t be read, as long as they count as one series', () => {
    const harbour = refusing();
    harbour.passes(11.1);
    raise(harbour, idOf('9e2'), 'unreadable');
    for (let n = 0; n < 5; n += 1) {
      harbour.passes(12);
      harbour.world.run({ type: 'CountRefused', data: { groupId: harbour.row().id, refused: 1 } }, { actor: bySystem });
    }
    expect(harbour.row().status).toBe('firing');
    harbour.passes(15.9);
    expect(harbour.row().status).toBe('firing');
    harbour.passes(0.2);
    expect(harbour.row().status).toBe('resolved');
    expect(harbour.idleTimers()).toEqual([]);
  });

  it('has its whole time again where a person reopens it', () => {
    const harbour = refusing();
    harbour.passes(8);
    harbour.act('ResolveAlertGroup', {}, ana);
    harbour.passes(8);
    harbour.world.run({ type: 'ReopenAlertGroup', data: { groupId: harbour.row().id, iHaveIt: true } }, { actor: as(ana) });
    harbour.passes(10.9);
    expect(harbour.row().status).toBe('acknowledged');
    harbour.passes(0.2);
    expect(harbour.row().status).toBe('resolved');
    expect(harbour.idleTimers()).toEqual([]);
  });
});
