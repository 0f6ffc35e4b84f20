import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import type { LookupTryOut, LookupTryOutRequest } from '@tocsin/contracts/lookups/try-out.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { DomainReads } from '@tocsin/domain/domain-reads.js';
import { enrich, type Lookup } from '@tocsin/domain/setup/lookups/shared/enrich.js';
import { parseTable } from '@tocsin/domain/setup/lookups/shared/table.js';
import type { RecentAlert, RecentAlerts } from './route-try-out.js';

export interface LookupTryOutJob extends RecentAlerts {
  readonly table: LookupTryOutRequest;
}

const tableOf = (reads: DomainReads, { lookupId = '', matchOn, overrides, csv }: LookupTryOutRequest): Lookup => {
  const saved = reads.lookupTables.get(lookupId);
  const { columns, rows } = csv === undefined ? { columns: saved?.columns ?? [], rows: saved?.rows ?? [] } : parseTable(csv);
  const ownRows = rows.slice(0, lookupLimits.rows).map((cells) => [...cells]);
  return { id: lookupId, version: 0, matchOn, overrides, columns: [...columns], rows: ownRows };
};

const asSignalAlert = ({ labels, name, summary, severityWord }: RecentAlert): SignalAlert => ({
  fingerprint: '',
  state: 'firing',
  startsAt: null,
  severity: 'error',
  links: [],
  details: null,
  labels,
  name,
  summary,
  severityWord,
});

/** What recent alerts would get by a table that is being edited. */
export const answerLookupTryOut = (reads: DomainReads, { table: typed, alerts }: LookupTryOutJob): LookupTryOut => {
  const table = tableOf(reads, typed);
  const concerned = alerts.filter(
    ({ integrationId }) => typed.teamId === null || reads.integrations.get(integrationId)?.teamId === typed.teamId,
  );
  const samples = new Map<string, LookupTryOut['samples'][number]>();
  let found = 0;
  for (const one of concerned) {
    const { alerts: after, applied } = enrich([asSignalAlert(one)], [table]);
    const [first] = applied;
    if (!first) continue;
    found += 1;
    const labels = Object.fromEntries(first.labels.map((label) => [label, after[0]!.labels[label]!]));
    const { integrationId, receivedAt, summary } = one;
    const links = after[0]!.links.map(({ href }) => href);
    const key = JSON.stringify([summary, labels, links]);
    if (samples.size < lookupLimits.tryOut.shown && !samples.has(key))
      samples.set(key, { integrationId, receivedAt, summary, labels, links });
  }
  return { columns: table.columns, rows: table.rows.length, alerts: concerned.length, found, samples: [...samples.values()] };
};
