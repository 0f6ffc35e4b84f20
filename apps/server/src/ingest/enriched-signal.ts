import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { IntegrationRow } from '@tocsin/contracts/integrations/noun.js';
import type { Signal } from '@tocsin/contracts/routing/signals.js';
import { enrich, tablesFor } from '@tocsin/domain/setup/lookups/shared/enrich.js';
import type { ServerParts } from '../core/server-parts.js';
import { doesFit } from './parsing/truncate-fields.js';

/** What lookup tables add to a signal before it is recorded: whatever routes or silences it sees the added labels, and later edits change nothing. */
export const enrichSignal = (
  { lookupTables }: { readonly lookupTables: Pick<ServerParts['reads']['lookupTables'], 'all' | 'size'> },
  { teamId }: Pick<IntegrationRow, 'teamId'>,
  signal: Signal,
): Pick<FactOf<'SignalReceived'>, 'lookups' | 'signal'> => {
  if (lookupTables.size === 0 || signal.alerts.length === 0) return { signal };
  const { alerts, applied } = enrich(signal.alerts, tablesFor(teamId, lookupTables.all()));
  if (applied.length === 0) return { signal };
  const enriched = { ...signal, alerts };
  // what tables add must not cost what the sender said
  return doesFit(enriched) ? { signal: enriched, lookups: applied } : { signal: { ...signal, cut: [...signal.cut, 'lookups'] } };
};
