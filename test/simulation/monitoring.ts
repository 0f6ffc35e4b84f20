import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/signals.js';
import { setUpData } from '@tocsin/domain/organisation/facts.fixture.js';
import { plus } from '@tocsin/kernel/time.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { highService } from './installation.js';

export interface Told {
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

const alertOf = (now: string, { name, state = 'firing', severity = 'critical', age = 0 }: Told['alerts'][number]): SignalAlert => ({
  fingerprint: `fp-${name}`,
  state,
  startsAt: plus(now, -age),
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
  { key, serviceId = highService, action = 'trigger', shape = 'group', complete = false, splitByName = false, alerts }: Told,
): FactOf<'SignalReceived'> => ({
  integrationId: setUpData.integration.integrationId,
  serviceId,
  kind: 'alertmanager',
  receivedAt: at,
  signal: { action, key, shape, complete, splitByName, alerts: alerts.map((alert) => alertOf(at, alert)), cut: [], test: false },
  raw: 't:{}',
});

/** A monitoring system sends a signal: one event in the inbox. */
export const tell = (world: World, told: Told): void =>
  world.record('inbox-n1', [{ type: 'SignalReceived', data: signalOf(world.now, told) }], {
    kind: 'sender',
    id: setUpData.integration.integrationId,
    roles: [],
  });
