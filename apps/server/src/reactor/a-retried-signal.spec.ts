import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { readablePersonal } from '@tocsin/contracts/ids.js';
import type { AnyDecider, Context } from '@tocsin/kernel/decide/decider.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { domain } from '@tocsin/domain/registry.js';
import type { RouteSignals } from '@tocsin/domain/operation/routing/decisions.js';
import type { RoutePlainly } from '@tocsin/domain/operation/routing/route-without-alerts.js';
import { alertmanager, alertOf } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { toyStart, type ToyServer } from '@tocsin/testing/toys/toy-server.js';
import { factsOf, faultsIn, sender, toyReactor } from '@tocsin/testing/toys/toy-reactor.js';

const owner: Actor = { kind: 'person', id: 'ana', roles: ['owner'] };

const poison = { isThere: true };
const failWhilePoisoned =
  <Data>(decide: (data: Data, state: unknown, context: Context) => never, keysOf: (data: Data) => readonly string[]) =>
  (data: Data, state: unknown, context: Context) => {
    if (poison.isThere && keysOf(data).includes('poison')) throw new RangeError('too deep');
    return decide(data, state, context);
  };

/** Rules that can decide neither the signal nor its replacement, a group without alerts. */
const plantFault = (decider: AnyDecider): AnyDecider => {
  const { RouteSignals: route, RoutePlainly: plainly } = decider.decide;
  if (!route || !plainly) return decider;
  const RouteSignals = failWhilePoisoned<RouteSignals['data']>(route as never, ({ signals }) => signals.map(({ data }) => data.signal.key));
  const RoutePlainly = failWhilePoisoned<RoutePlainly['data']>(plainly as never, ({ signal }) => [signal.data.signal.key]);
  return { ...decider, decide: { ...decider.decide, RouteSignals, RoutePlainly } };
};
const poisoned: Domain = { ...domain, deciders: domain.deciders.map(plantFault) };

let server: ToyServer;
const start = async (rules: Domain = poisoned): Promise<void> => {
  poison.isThere = true;
  server = await toyReactor(rules);
};
afterEach(() => server.stop());

const receive = async (commandId: string, ...signals: readonly object[]): Promise<void> => {
  const facts = signals.map((signal) => ({ type: 'SignalReceived', data: { ...signal, receivedAt: server.clock.now() } }));
  await server.record('inbox-n1', facts, sender, commandId);
  await server.whenSettled();
};
const retry = async (n: number): Promise<void> => {
  await server.run({ type: 'RetryFailures', data: {} }, owner, `01900000-0000-7000-8000-0000000000${n + 10}`);
  await server.whenSettled();
};
const of = <T extends RecordedFact['type']>(type: T) => factsOf(server, type);
const openedTitles = async (): Promise<readonly string[]> => (await of('AlertGroupOpened')).map(({ data }) => readablePersonal(data.title));
const faults = (): Promise<readonly unknown[]> => {
  poison.isThere = false;
  return faultsIn(server, poisoned);
};
const firingSignal = (key: string): object => alertmanager([alertOf(key)], { key });
const resolvedSignal = (key: string): object => alertmanager([alertOf(key, { state: 'resolved' })], { key, action: 'resolve' });

describe('a signal of which not even a plain group could be made', () => {
  it('is passed over, and ends in its group when it is tried again, once', async () => {
    await start();
    await receive('c1', firingSignal('g1'), firingSignal('poison'), firingSignal('g3'));
    expect((await of('ReactionFailed')).map(({ data }) => data)).toMatchObject([{ kind: 'run', command: 'RouteSignals', replaced: false }]);
    await receive('c2', firingSignal('g4'));
    expect(await openedTitles()).toHaveLength(3);
    poison.isThere = false;
    await retry(1);
    const all = await of('AlertGroupOpened');
    expect(all.map(({ data }) => data.number)).toEqual([1, 2, 3, 4]);
    expect(readablePersonal(all[3]!.data.title)).toContain('poison');
    expect((await of('PageStarted')).map(({ data }) => data.groupId)).toContain(all[3]!.data.groupId);
    await retry(2);
    await receive('c3', firingSignal('g5'));
    expect(await openedTitles()).toHaveLength(5);
    expect(await faults()).toEqual([]);
  });

  it('is recorded anew when it fails anew, and can be tried again after that', async () => {
    await start();
    await receive('c1', firingSignal('poison'));
    await retry(1);
    expect(await of('ReactionFailed')).toHaveLength(2);
    poison.isThere = false;
    await retry(2);
    expect(await openedTitles()).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });

  it('ends nothing that began after it', async () => {
    await start();
    await receive('c1', resolvedSignal('poison'));
    poison.isThere = false;
    server.clock.moveTo('2026-11-21T03:20:00.000Z');
    await receive('c2', firingSignal('poison'));
    await retry(1);
    expect(await openedTitles()).toHaveLength(1);
    expect(await of('AlertGroupResolved')).toEqual([]);
    expect(await faults()).toEqual([]);
  });
});

describe('a run whose command can’t even be made', () => {
  /** The real rules with a planted bug in making the command of a run. */
  const unmakeable: Domain = {
    ...domain,
    gatherings: domain.gatherings.map((gathering) => ({
      ...gathering,
      command: (run) => {
        if (run.events.some(({ data }) => (data as { signal: { key: string } }).signal.key === 'poison')) throw new TypeError('no command');
        return gathering.command(run);
      },
    })),
  };

  it('stops no other: the signal gets a group without alerts, and it is a fact', async () => {
    await start(unmakeable);
    await receive('c1', firingSignal('g1'), firingSignal('poison'), firingSignal('g3'));
    await receive('c2', firingSignal('g4'));
    const titles = await openedTitles();
    expect(titles).toHaveLength(4);
    expect(titles[1]).toMatch(/^Request that could not be processed \(event \d+\)$/);
    expect((await of('ReactionFailed')).map(({ data }) => data)).toMatchObject([
      { kind: 'run', what: 'SignalReceived', command: null, commandId: expect.any(String), replaced: true, tries: 5 },
    ]);
    expect(await faultsIn(server, unmakeable)).toEqual([]);
    expect(toyStart < server.clock.now()).toBe(false);
  });
});
