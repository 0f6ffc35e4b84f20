import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { SaidAlerts } from '@tocsin/domain/observers/moving-in/history/history-alerts.js';
import { readText } from '../ingest/read-arrival.js';
import { formatOf } from '../ingest/senders/senders.js';

/** Of one body: they stay in memory until the log is made. */
const mostAlerts = 20;

/** A body that another system has kept, as the sender of this integration would be read here; null: it would be refused. */
export function readSaid(kind: IntegrationKind, body: string, receivedAt: string): SaidAlerts | null {
  const format = formatOf(kind);
  for (const route of format.routes.filter(({ methods }) => methods.includes('POST'))) {
    const sent = readText(route, body, 'application/json');
    if (sent === undefined) continue;
    const reading = format.read({ method: 'POST', path: route.path, params: {}, query: {}, body: sent.sent, receivedAt }, 'imported');
    if (reading.kind !== 'signal' || reading.signal.alerts.length === 0) continue;
    const alerts = reading.signal.alerts.slice(0, mostAlerts).map((alert) => ({ ...alert, details: null, links: [] }));
    return { kind, alerts };
  }
  return null;
}
