import type { AlertGroupRow, AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import { useMemo } from 'react';
import { useCounts, type CountsOf } from '../../data/cache/use-counts.js';
import { useView } from '../../data/cache/use-view.js';

const open = { where: { status: ['firing', 'acknowledged', 'snoozed', 'suppressed'] }, sort: 'openedAt', desc: true, limit: 200 };
const columns = ['serviceId', 'status', 'urgency'] as const;

/** Open alert groups of a service: how many, and the state of the worst. */
export interface OpenGroups {
  readonly count: number;
  readonly worst: { readonly status: AlertGroupStatus; readonly urgency: Urgency };
}

const rank = ({ status, urgency }: OpenGroups['worst']): number => (status === 'firing' ? 0 : 2) + (urgency === 'high' ? 0 : 1);

const countsOf = (rows: readonly AlertGroupRow[]): readonly CountsOf[] =>
  rows.map(({ serviceId, status, urgency }) => ({ values: { serviceId, status, urgency }, count: 1 }));

/** By service. */
export function openByService(counts: readonly CountsOf[]): ReadonlyMap<string, OpenGroups> {
  const services = new Map<string, OpenGroups>();
  for (const { values, count } of counts) {
    const { serviceId, ...worst } = values as { readonly serviceId: string | null } & OpenGroups['worst'];
    if (serviceId === null) continue;
    const before = services.get(serviceId);
    services.set(serviceId, {
      count: (before?.count ?? 0) + count,
      worst: before && rank(before.worst) <= rank(worst) ? before.worst : worst,
    });
  }
  return services;
}

/** Open alert groups of every service: from the live list while it is complete, else counted by the server. */
export function useOpenByService(): ReadonlyMap<string, OpenGroups> {
  const { data } = useView('alertGroups', open);
  const counted = useCounts('alertGroups', { where: open.where }, columns, data?.next != null).data;
  return useMemo(() => openByService(data?.next != null ? (counted ?? []) : countsOf(data?.rows ?? [])), [data, counted]);
}
