import type { AlertGroupRow, AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import { useMemo } from 'react';
import { useCounts, type CountsOf } from '../../data/cache/use-counts.js';
import { useView } from '../../data/cache/use-view.js';

const open = { where: { status: ['firing', 'acknowledged', 'snoozed', 'suppressed'] }, sort: 'openedAt', desc: true, limit: 200 };
const columns = ['serviceId', 'status', 'urgency'] as const;

/** Open alert groups of a service in one state. */
interface OpenGroups {
  readonly status: AlertGroupStatus;
  readonly urgency: Urgency;
  readonly count: number;
}

const ranks: Readonly<Record<AlertGroupStatus, number>> = { firing: 0, acknowledged: 2, snoozed: 3, suppressed: 4, resolved: 5 };
/** Only what fires differs by its urgency. */
const rank = ({ status, urgency }: OpenGroups): number => ranks[status] + (status === 'firing' && urgency === 'low' ? 1 : 0);

const countsOf = (rows: readonly AlertGroupRow[]): readonly CountsOf[] =>
  rows.map(({ serviceId, status, urgency }) => ({ values: { serviceId, status, urgency }, count: 1 }));

/** By service, the gravest state first. */
export function openByService(counts: readonly CountsOf[]): ReadonlyMap<string, readonly OpenGroups[]> {
  const services = new Map<string, Map<number, OpenGroups>>();
  for (const { values, count } of counts) {
    const { serviceId, status, urgency } = values as { readonly serviceId: string | null } & Pick<OpenGroups, 'status' | 'urgency'>;
    if (serviceId === null) continue;
    const states = services.get(serviceId) ?? new Map<number, OpenGroups>();
    const at = rank({ status, urgency, count });
    const before = states.get(at);
    states.set(at, { status, urgency: before?.urgency === 'high' ? 'high' : urgency, count: (before?.count ?? 0) + count });
    services.set(serviceId, states);
  }
  return new Map([...services].map(([id, states]) => [id, [...states].toSorted(([one], [other]) => one - other).map(([, open]) => open)]));
}

/** Open alert groups of every service: from the live list while it is complete, else counted by the server. */
export function useOpenByService(): ReadonlyMap<string, readonly OpenGroups[]> {
  const { data } = useView('alertGroups', open);
  const counted = useCounts('alertGroups', { where: open.where }, columns, data?.next != null).data;
  return useMemo(() => openByService(data?.next != null ? (counted ?? []) : countsOf(data?.rows ?? [])), [data, counted]);
}
