import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { DrillRequest } from '@tocsin/contracts/drills/drills.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import type { World } from '@tocsin/kernel/replay/world.js';
import { noIntegration } from '../../operation/routing/shared/no-integration.js';
import type { GroupReads } from '../../operation/alert-groups/shared/reads.js';

/**
 * The signal of the drill, as from the service’s first integration; a service without one is treated as if it had one.
 */
const signalOf = ({ serviceId, at, severity, labels }: DrillRequest, reads: GroupReads): FactOf<'SignalReceived'> => {
  const integration = [...reads.integrations.all()].find((one) => one.serviceId === serviceId);
  const isRouted = [organisationRouter, integration?.id ?? ''].some((id) => reads.routeRules.get(id) !== undefined);
  const name = labels['alertname'] ?? 'Drill';
  const alert = {
    fingerprint: 'drill',
    state: 'firing' as const,
    startsAt: at,
    name,
    summary: labels['summary'] ?? name,
    severity,
    severityWord: severity,
    labels,
    links: [],
    details: null,
  };
  return {
    // routes may lead an alert elsewhere: the question is about this service
    integrationId: integration && !isRouted ? integration.id : noIntegration,
    serviceId,
    kind: integration?.kind ?? 'generic',
    receivedAt: at,
    signal: { action: 'trigger', key: 'drill', shape: 'each', complete: false, splitByName: false, alerts: [alert], cut: [], test: false },
    raw: 't:',
  };
};

/** Adds the signal to the world and runs everything that follows from it at that instant. */
export const sendSignal = (world: World, request: DrillRequest, reads: GroupReads): void => {
  const data = signalOf(request, reads);
  world.record('inbox-drill', [{ type: 'SignalReceived', data }], { kind: 'sender', id: data.integrationId, roles: [] });
};
