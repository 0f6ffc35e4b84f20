import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { readable } from '@tocsin/contracts/ids.js';
import type { AnyDecider, Context } from '@tocsin/kernel/decider.js';
import type { Piece } from '@tocsin/kernel/process.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { reenact } from '@tocsin/kernel/reenact.js';
import { Harbour } from '@tocsin/domain/alert-groups/groups.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import type { RouteSignals } from '@tocsin/domain/routing/decider.js';
import { alertmanager, alertmanagerId, alertOf, serviceId } from '@tocsin/domain/routing/signals.fixture.js';
import { ToyServer, toyStart } from '@tocsin/testing/toy-server.js';

const sender = { kind: 'sender' as const, id: alertmanagerId, roles: [] };
const isPoison = (text: string): boolean => text.includes('poison');

/** The real rules with one fault planted where signals are routed, and one where groups are opened. */
const planted = (decider: AnyDecider): AnyDecider => {
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
const poisoned: Domain = { ...domain, deciders: domain.deciders.map(planted) };

type Reacting = (event: RecordedOf<'SignalsRouted'>, needed: ReadonlyMap<number, Recorded>) => readonly Piece[];
/** The real rules with a fault planted where what a run of signals asks for is worked out. */
const clumsy: Domain = {
  ...domain,
  processes: domain.processes.map((process) => {
    if (process.name !== 'signals') return process;
    const { SignalsRouted } = process.on as { SignalsRouted: { then: Reacting } };
    const then: Reacting = (event, needed) => {
      const asked = SignalsRouted.then(event, needed);
      const keys = event.data.items.map(({ key }) => key);
      return asked.map((piece, n) =>
        isPoison(keys[n]!)
          ? {
              ...piece,
              ask: () => {
                throw new TypeError('no command can be made');
              },
            }
          : piece,
      );
    };
    return { ...process, on: { ...process.on, SignalsRouted: { ...SignalsRouted, then } } };
  }),
};

const configured = async (rules: Domain = poisoned): Promise<ToyServer> => {
  const server = await ToyServer.start({ domain: rules });
  const facts = new Harbour().world.events.filter(({ stream }) => stream === 'configuration');
  await server.record(
    'configuration',
    facts.map(({ type, data }) => ({ type, data })),
    sender,
    'c0',
  );
  return server;
};
const received = (signal: object): { readonly type: 'SignalReceived'; readonly data: object } => ({
  type: 'SignalReceived',
  data: { ...signal, receivedAt: toyStart },
});
const of = async <T extends RecordedFact['type']>(server: ToyServer, type: T): Promise<readonly RecordedOf<T>[]> =>
  (await server.events()).filter((event) => event.type === type) as unknown as readonly RecordedOf<T>[];

/** What re-enactment finds, but for the configuration, which nobody decided here. */
const faultsIn = async (server: ToyServer, rules: Domain = poisoned): Promise<readonly unknown[]> => {
  const { differences, missing } = reenact(rules, await server.events());
  return [...differences, ...missing].filter(({ stream }) => stream !== 'configuration');
};

describe('a poisoned signal beside healthy ones', () => {
  it('opens a group without alerts on its service and pages for it; the others are routed as ever', async () => {
    const server = await configured();
    const signals = ['g1', 'poison', 'g3'].map((key) => received(alertmanager([alertOf(key)], { key })));
    await server.record('inbox-n1', signals, sender, 'c1');
    await server.settled();
    await server.advanceTo(toyStart);
    const opened = await of(server, 'AlertGroupOpened');
    expect(opened.map(({ data }) => [data.number, data.serviceId, data.title])).toEqual([
      [1, serviceId, expect.any(String)],
      [2, serviceId, expect.stringMatching(/^Signal that could not be processed \(event \d+\)$/)],
      [3, serviceId, expect.any(String)],
    ]);
    expect((await of(server, 'PageStarted')).map(({ data }) => data.groupId)).toEqual(
      expect.arrayContaining(opened.map(({ data }) => data.groupId)),
    );
    expect((await of(server, 'ReactionFailed')).map(({ data }) => data)).toMatchObject([
      { kind: 'run', what: 'SignalReceived', command: 'RouteSignals', replaced: true, tries: 5 },
    ]);
    expect(await faultsIn(server)).toEqual([]);
    await server.stop();
  });

  it('opens the group without alerts when it is the opening that fails', async () => {
    const server = await configured();
    await server.record(
      'inbox-n1',
      [received(alertmanager([alertOf('poison')], { key: 'g1' })), received(alertmanager([alertOf('Disk')], { key: 'g2' }))],
      sender,
      'c1',
    );
    await server.settled();
    await server.advanceTo(toyStart);
    const opened = await of(server, 'AlertGroupOpened');
    expect(opened.map(({ data }) => data.number).toSorted()).toEqual([1, 2]);
    expect((await of(server, 'PageStarted')).map(({ data }) => data.groupId).toSorted()).toEqual(
      opened.map(({ data }) => data.groupId).toSorted(),
    );
    expect((await of(server, 'ReactionFailed')).map(({ data }) => data)).toMatchObject([
      { kind: 'reaction', what: 'signals', command: 'OpenAlertGroup', replaced: true },
    ]);
    expect(await faultsIn(server)).toEqual([]);
    await server.stop();
  });

  it('keeps no other signal of its run from its group when what it asks for can’t be worked out', async () => {
    const server = await configured(clumsy);
    const signals = ['g1', 'poison', 'g3'].map((key) => received(alertmanager([alertOf(key)], { key })));
    await server.record('inbox-n1', signals, sender, 'c1');
    await server.settled();
    await server.advanceTo(toyStart);
    const opened = await of(server, 'AlertGroupOpened');
    expect(opened.map(({ data }) => [data.number, readable(data.title).startsWith('Signal that could not')]).toSorted()).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect((await of(server, 'PageStarted')).map(({ data }) => data.groupId).toSorted()).toEqual(
      opened.map(({ data }) => data.groupId).toSorted(),
    );
    expect((await of(server, 'ReactionFailed')).map(({ data }) => data)).toMatchObject([
      { kind: 'reaction', what: 'signals', command: null, commandId: expect.any(String), replaced: true, tries: 5 },
    ]);
    expect(await faultsIn(server, clumsy)).toEqual([]);
    await server.stop();
  });
});
