import type { ImportedAlerts, ImportedHistory, ImportedSystem } from '@tocsin/contracts/imported-history/answers.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';

/** While reports are made of it, in milliseconds. */
const pollInterval = 700;

/** The longest that it is waited for. */
const mostPolls = 1_000;

/** After a change: what is read of the history is made again, and until then no alert is found. */
export async function untilMadeAgain(): Promise<void> {
  for (let n = 0; n < mostPolls; n += 1) {
    const { state } = await api<ImportedHistory>('GET', '/imported-history');
    if (state !== 'building' && state !== 'due') return;
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
  }
}

export const useImportedHistory = () =>
  useQuery({
    queryKey: keys.importedHistory,
    queryFn: ({ signal }) => api<ImportedHistory>('GET', '/imported-history', { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'building' ? pollInterval : false),
  });

/** The newest first; null: none are asked for. `made`: what they are read of, which may be made again. */
export const useImportedAlerts = (query: Readonly<Record<string, string>> | null, made: string | null = null) =>
  useQuery({
    queryKey: [...keys.importedHistory, 'alerts', query, made],
    enabled: query !== null,
    queryFn: ({ signal }) => api<ImportedAlerts>('GET', `/imported-history/alerts?${new URLSearchParams(query ?? {})}`, { signal }),
  });

export const systemTitles: Readonly<Record<ImportedSystem['system'], string>> = {
  opsgenie: 'Opsgenie',
  jsm: 'Jira Service Management',
  pagerduty: 'PagerDuty',
  oncall: 'Grafana OnCall',
  goalert: 'GoAlert',
};
