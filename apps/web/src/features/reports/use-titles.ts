import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/cache/keys.js';
import { readPage } from '../../data/cache/read.js';

/** Ids per request, since they are part of its URL. */
const atOnce = 50;
const none: ReadonlyMap<string, string> = new Map();

/** Current titles of alert groups; none for deleted groups, redacted titles, and those still loading. */
export function useTitles(groupIds: readonly string[]): ReadonlyMap<string, string> {
  const ids = [...new Set(groupIds)];
  const chunks = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, n) => ids.slice(n * atOnce, (n + 1) * atOnce));
  const reading = useQuery({
    queryKey: keys.report('titles', ids),
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(chunks.map((chunk) => readPage('alertGroups', { where: { id: chunk } }, null, signal)));
      const rows = pages.flatMap((page) => page.rows);
      return new Map(rows.flatMap(({ id, title }) => (typeof title === 'string' ? [[id, title] as const] : [])));
    },
    enabled: ids.length > 0,
    structuralSharing: false,
  });
  return reading.data ?? none;
}
