import type { TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';

/** Where recent alerts would go by these rules. Conditions that are not named yet are left out: they match nothing. */
export const useTryOut = (integrationId: string, rules: readonly TypedRouteRule[]): RouteTryOut | undefined => {
  const complete = rules.map((rule) => (isComplete(rule) ? rule : { ...rule, rows: [], outcome: recordOnly, isOn: false }));
  return useQuery({
    queryKey: keys.routeTryOut(integrationId, complete),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<RouteTryOut>('POST', `/integrations/${integrationId}/routes/try`, { body: { rules: complete }, signal }),
  }).data;
};

const recordOnly = { kind: 'record_only' } as const;

const isComplete = ({ rows, outcome }: TypedRouteRule): boolean =>
  rows.every((row) => row.every(({ label }) => label.trim() !== '')) && (outcome.kind !== 'service' || outcome.serviceId !== '');

/** The place, from 1, of an earlier rule that takes every alert: this one is never reached. */
export const findTakingAll = (rules: readonly TypedRouteRule[], n: number): number | null => {
  const place = rules.slice(0, n).findIndex(({ rows, isOn }) => isOn && rows.length === 0);
  return place < 0 ? null : place + 1;
};
