import { useMemo } from 'react';
import { useCounts, type CountsOf } from '../../data/cache/use-counts.js';

const suppressed = { where: { status: ['suppressed'] } };
const columns = ['mutedBy'] as const;

/** Suppressed alert groups by silence: the server counts by all silences of a group together. */
export function groupsOfSilences(counts: readonly CountsOf[]): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  for (const { values, count } of counts)
    for (const id of String(values['mutedBy'] ?? '')
      .split(' ')
      .filter(Boolean))
      groups.set(id, (groups.get(id) ?? 0) + count);
  return groups;
}

/** One reading for all of them; undefined: it is not read, or not asked of a moment in the past. */
export function useGroupsOfSilences(): ReadonlyMap<string, number> | undefined {
  const { data } = useCounts('alertGroups', suppressed, columns, true);
  return useMemo(() => data && groupsOfSilences(data), [data]);
}
