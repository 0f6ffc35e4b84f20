import { isEvent, type RecordedFact, type RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { Scenario } from '@tocsin/domain/operation/alert-groups/groups.fixture.js';
import { alertmanagerId } from '@tocsin/domain/operation/routing/signals.fixture.js';
import { ToyServer } from './toy-server.js';

export const sender = { kind: 'sender' as const, id: alertmanagerId, roles: [] };

/** A reactor by these rules, over the configuration of the fixture. */
export const toyReactor = async (rules: Domain): Promise<ToyServer> => {
  const server = await ToyServer.start({ domain: rules });
  const facts = new Scenario().world.events.filter(({ stream }) => stream === 'configuration');
  await server.record(
    'configuration',
    facts.map(({ type, data }) => ({ type, data })),
    sender,
    'c0',
  );
  return server;
};

export const factsOf = async <T extends RecordedFact['type']>(server: ToyServer, type: T): Promise<readonly RecordedOf<T>[]> =>
  (await server.events()).filter(isEvent(type));

/** Differences that re-enactment finds, except for the configuration, which was written without commands here. */
export const faultsIn = async (server: ToyServer, rules: Domain): Promise<readonly unknown[]> => {
  const { differences, missing } = reenact(rules, await server.events());
  return [...differences, ...missing].filter(({ stream }) => stream !== 'configuration');
};
