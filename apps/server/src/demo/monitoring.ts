import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { Company } from './company.js';
import { services, type CastService, type Condition, type ServiceName } from './company-data.js';

/** One problem, from start to end. */
export interface DemoIncident {
  readonly service: ServiceName;
  readonly condition: Condition;
  readonly about: string;
  readonly startsAt: string;
}

export const keyOf = ({ service, condition, about }: DemoIncident): string => `${service}/${condition.name}/${about}`;

const alertOf = ({ service, condition, about, startsAt }: DemoIncident, state: SignalAlert['state']): SignalAlert => ({
  fingerprint: `${condition.name}/${about}`,
  state,
  startsAt,
  name: condition.name,
  summary: `${condition.summary} ${about}`,
  severity: condition.severity,
  severityWord: condition.severity,
  labels: { alertname: condition.name, severity: condition.severity, service, instance: about },
  links: [{ kind: 'dashboard', href: `https://graphs.larkfield.example/${service}/${condition.name}`, text: 'Dashboard' }],
  details: null,
});

/** The problem’s current state, as a monitoring system sends it: one event of the inbox. */
export const signalFact = (
  { id, service }: Pick<Company, 'id' | 'service'>,
  incident: DemoIncident,
  state: SignalAlert['state'],
  now: string,
): FactOf<'SignalReceived'> => {
  const { kind } = services[incident.service] as CastService;
  const isGroup = kind === 'alertmanager';
  const signal: Signal = {
    action: state === 'firing' ? 'trigger' : 'resolve',
    key: keyOf(incident),
    shape: isGroup ? 'group' : 'each',
    complete: isGroup,
    splitByName: false,
    alerts: [alertOf(incident, state)],
    cut: [],
    test: false,
  };
  return {
    integrationId: id('integration', incident.service),
    serviceId: service(incident.service),
    kind,
    receivedAt: now,
    signal,
    raw: 't:{}',
  };
};

export const sendSignal = (company: Company, incident: DemoIncident, state: SignalAlert['state']): void => {
  const data = signalFact(company, incident, state, company.world.now);
  company.world.record('inbox-demo', [{ type: 'SignalReceived', data }], { kind: 'sender', id: data.integrationId, roles: [] });
};
