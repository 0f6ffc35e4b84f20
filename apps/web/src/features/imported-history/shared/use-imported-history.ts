import type { ImportedAlerts, ImportedHistory, ImportedSystem } from '@tocsin/contracts/imported-history/answers.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';

/** While reports are made of it, in milliseconds. */
const pollInterval = 700;

export const useImportedHistory = () =>
  useQuery({
    queryKey: keys.importedHistory,
    queryFn: ({ signal }) => api<ImportedHistory>('GET', '/imported-history', { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'building' ? pollInterval : false),
  });

/** The newest first; null: none are asked for. */
export const useImportedAlerts = (query: Readonly<Record<string, string>> | null) =>
  useQuery({
    queryKey: [...keys.importedHistory, 'alerts', query],
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
