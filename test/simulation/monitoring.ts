import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { setUpData } from '@tocsin/domain/setup/organisation/facts.fixture.js';
import { idOf } from '@tocsin/domain/configuration.fixture.js';
import { domain } from '@tocsin/domain/registry.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { byContract } from '@tocsin/testing/stage/reenact-folder.js';
import { highService } from './installation.js';

export interface SignalStep {
  readonly key: string;
  readonly serviceId?: string;
  readonly action?: Signal['action'];
  readonly shape?: Signal['shape'];
  readonly complete?: boolean;
  readonly splitByName?: boolean;
  readonly alerts: readonly {
    readonly name: string;
    readonly state?: SignalAlert['state'];
    readonly severity?: SignalAlert['severity'];
    readonly age?: number;
  }[];
}

const alertOf = (now: string, { name, state = 'firing', severity = 'critical', age = 0 }: SignalStep['alerts'][number]): SignalAlert => ({
  fingerprint: `fp-${name}`,
  state,
  startsAt: addMillis(now, -age),
  name,
  summary: `${name} is broken`,
  severity,
  severityWord: severity,
  labels: { alertname: name },
  links: [],
  details: null,
});

/** A signal of a monitoring system, received at an instant. */
export const signalOf = (
  at: string,
  { key, serviceId = highService, action = 'trigger', shape = 'group', complete = false, splitByName = false, alerts }: SignalStep,
): FactOf<'SignalReceived'> => ({
  integrationId: setUpData.integration.integrationId,
  serviceId,
  kind: 'alertmanager',
  receivedAt: at,
  signal: { action, key, shape, complete, splitByName, alerts: alerts.map((alert) => alertOf(at, alert)), cut: [], test: false },
  raw: 't:{}',
});

/** A monitoring system sends a signal: one event in the inbox. */
export const sendSignal = (world: World, signalStep: SignalStep): void =>
  world.record('inbox-n1', [{ type: 'SignalReceived', data: signalOf(world.now, signalStep) }], {
    kind: 'sender',
    id: setUpData.integration.integrationId,
    roles: [],
  });

/** Records a signal at its own time, and decides at the world’s time, which may be later. */
export const sendLateSignal = (
  world: World,
  at: string,
  n: number,
  { key, action, ...more }: Pick<SignalStep, 'key' | 'serviceId'> & { readonly action: 'trigger' | 'resolve' },
): void => {
  const id = idOf(`f${n}`);
  const data = signalOf(at, { key, action, ...more, alerts: [{ name: key, state: action === 'trigger' ? 'firing' : 'resolved' }] });
  const actor = { kind: 'sender' as const, id: setUpData.integration.integrationId, roles: [] };
  const meta = { at, actor, commandId: id, correlationId: id, causationId: null, logic: domain.logic, node: 'world' };
  world.replay([{ id, stream: 'inbox-n1', revision: 0, ordinal: 0, type: 'SignalReceived', ...byContract('SignalReceived', data), meta }]);
};
