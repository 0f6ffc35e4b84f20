import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { AnyDecider, Context } from '@tocsin/kernel/decide/decider.js';
import type { SeparateCommand } from '@tocsin/kernel/react/process.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { domain } from '@tocsin/domain/registry.js';
import type { RouteSignals } from '@tocsin/domain/operation/routing/decisions.js';
import { alertmanager, alertOf, serviceId } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { toyStart } from '@tocsin/testing/toys/toy-server.js';
import { factsOf, faultsIn, sender, toyReactor } from '@tocsin/testing/toys/toy-reactor.js';

const isPoison = (text: string): boolean => text.includes('poison');

/** The real rules with one planted bug in the routing of signals, and one in the opening of groups. */
const plantFault = (decider: AnyDecider): AnyDecider => {
  const { RouteSignals: route, OpenAlertGroup: open } = decider.decide;
  return {
    ...decider,
    decide: {
      ...decider.decide,
      ...(route && {
        RouteSignals: (data: RouteSignals['data'], state: unknown, context: Context) => {
          if (data.signals.some((one) => isPoison(one.data.signal.key))) throw new RangeError('too deep');
          return route(data, state, context);
        },
      }),
      ...(open && {
        OpenAlertGroup: (data: { readonly alerts: readonly { readonly summary: string }[] }, state: unknown, context: Context) => {
          if (data.alerts.some(({ summary }) => isPoison(summary))) throw new RangeError('too large');
          return open(data, state, context);
        },
      }),
    },
  };
};
const poisoned: Domain = { ...domain, deciders: domain.deciders.map(plantFault) };

type Reacting = (event: RecordedOf<'SignalsRouted'>, neededEvents: ReadonlyMap<number, Recorded>) => readonly SeparateCommand[];
/** The real rules with a planted bug in working out the needs of a run of signals. */
const clumsy: Domain = {
  ...domain,
  processes: domain.processes.map((process) => {
    if (process.name !== 'signals') return process;
    const { SignalsRouted } = process.on as { SignalsRouted: { then: Reacting } };
    const reactFaulty: Reacting = (event, neededEvents) => {
      const reactionItems = SignalsRouted.then(event, neededEvents);
      const keys = event.data.items.map(({ key }) => key);
      return reactionItems.map((item, n) =>
        isPoison(keys[n]!)
          ? {
              ...item,
              ask: () => {
                throw new TypeError('no command can be made');
              },
            }
          : item,
      );
    };
    return { ...process, on: { ...process.on, SignalsRouted: { ...SignalsRouted, then: reactFaulty } } };
  }),
};

const receivedSignal = (signal: object): { readonly type: 'SignalReceived'; readonly data: object } => ({
  type: 'SignalReceived',
  data: { ...signal, receivedAt: toyStart },
});
describe('a poisoned signal beside healthy ones', () => {
  it('opens a group without alerts on its service and pages for it; the others are routed as ever', async () => {
    const server = await toyReactor(poisoned);
    const signals = ['g1', 'poison', 'g3'].map((key) => receivedSignal(alertmanager([alertOf(key)], { key })));
    await server.record('inbox-n1', signals, sender, 'c1');
    await server.whenSettled();
    await server.advanceTo(toyStart);
    const openedGroups = await factsOf(server, 'AlertGroupOpened');
    // its severity can't be read, so it counts as the worst
    expect(openedGroups.map(({ data }) => [data.number, data.serviceId, data.urgency, data.title])).toEqual([
      [1, serviceId, 'high', expect.any(String)],
      [2, serviceId, 'high', expect.stringMatching(/^Request that could not be processed \(event \d+\)$/)],
      [3, serviceId, 'high', expect.any(String)],
    ]);
    expect((await factsOf(server, 'PageStarted')).map(({ data }) => data.groupId)).toEqual(
      expect.arrayContaining(openedGroups.map(({ data }) => data.groupId)),
    );
    expect((await factsOf(server, 'ReactionFailed')).map(({ data }) => data)).toMatchObject([
      { kind: 'run', what: 'SignalReceived', command: 'RouteSignals', replaced: true, tries: 5 },
    ]);
    expect(await faultsIn(server, poisoned)).toEqual([]);
    await server.stop();
  });

  it('opens the group without alerts when it is the opening that fails', async () => {
    const server = await toyReactor(poisoned);
    await server.record(
      'inbox-n1',
      [receivedSignal(alertmanager([alertOf('poison')], { key: 'g1' })), receivedSignal(alertmanager([alertOf('Disk')], { key: 'g2' }))],
      sender,
      'c1',
    );
    await server.whenSettled();
    await server.advanceTo(toyStart);
    const openedGroups = await factsOf(server, 'AlertGroupOpened');
    expect(openedGroups.map(({ data }) => data.number).toSorted()).toEqual([1, 2]);
    expect((await factsOf(server, 'PageStarted')).map(({ data }) => data.groupId).toSorted()).toEqual(
      openedGroups.map(({ data }) => data.groupId).toSorted(),
    );
    expect((await factsOf(server, 'ReactionFailed')).map(({ data }) => data)).toMatchObject([
      { kind: 'reaction', what: 'signals', command: 'OpenAlertGroup', replaced: true },
    ]);
    expect(await faultsIn(server, poisoned)).toEqual([]);
    await server.stop();
  });

  it('keeps no other signal of its run from its group when what it asks for can’t be worked out', async () => {
    const server = await toyReactor(clumsy);
    const signals = ['g1', 'poison', 'g3'].map((key) => receivedSignal(alertmanager([alertOf(key)], { key })));
    await server.record('inbox-n1', signals, sender, 'c1');
    await server.whenSettled();
    await server.advanceTo(toyStart);
    const openedGroups = await factsOf(server, 'AlertGroupOpened');
    expect(
      openedGroups.map(({ data }) => [data.number, readablePersonal(data.title).startsWith('Request that could not')]).toSorted(),
    ).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect((await factsOf(server, 'PageStarted')).map(({ data }) => data.groupId).toSorted()).toEqual(
      openedGroups.map(({ data }) => data.groupId).toSorted(),
    );
    expect((await factsOf(server, 'ReactionFailed')).map(({ data }) => data)).toMatchObject([
      { kind: 'reaction', what: 'signals', command: null, commandId: expect.any(String), replaced: true, tries: 5 },
    ]);
    expect(await faultsIn(server, clumsy)).toEqual([]);
    await server.stop();
  });
});
