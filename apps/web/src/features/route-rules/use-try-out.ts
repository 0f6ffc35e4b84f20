import * as routeLimits from '@tocsin/contracts/route-rules/limits.js';
import { organisationRouter, type TypedRouteRule } from '@tocsin/contracts/route-rules/noun.js';
import type { RouteTryOut } from '@tocsin/contracts/route-rules/try-out.js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';

/** Where recent alerts, or those of seven days, would go by these rules. Those that are incomplete count as off. */
export const useTryOut = (routerId: string, rules: readonly TypedRouteRule[], hasDays = false): RouteTryOut | undefined => {
  const complete = rules.map((rule) => (isComplete(rule) ? rule : { ...rule, rows: [], outcome: recordOnly, isOn: false }));
  const path = routerId === organisationRouter ? '/routes/try' : `/integrations/${routerId}/routes/try`;
  return useQuery({
    queryKey: ['route-try-out', routerId, hasDays, complete],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api<RouteTryOut>('POST', path, { body: { rules: complete, ...(hasDays ? { days: routeLimits.preview.days } : {}) }, signal }),
  }).data;
};

const recordOnly = { kind: 'record_only' } as const;

const isComplete = ({ rows, outcome }: TypedRouteRule): boolean =>
  rows.every((row) => row.every(({ label }) => label.trim() !== '')) && (outcome.kind !== 'service' || outcome.serviceId !== '');
