import { edits, editsOfRoutes } from '@tocsin/contracts/config-files/edits.js';
import type { ConfigDrift, DriftedItem } from '@tocsin/contracts/config-files/plan.js';
import { isViaPlan, type Recorded } from '@tocsin/contracts/envelope.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../data/cache/api.js';
import { keys } from '../../../data/cache/keys.js';
import { useView } from '../../../data/cache/use-view.js';
import { routesItemId } from './routes-item.js';

/** What files own and somebody edited since. Read again with each change of what files own. */
const useDrift = (changed: unknown) =>
  useQuery({ queryKey: keys.configDrift(changed), queryFn: ({ signal }) => api<ConfigDrift>('GET', '/config/drift', { signal }) });

const edited = { where: { edited: ['1'] } };

/** What files own and somebody edited since, and the drift that is left of it. */
export function useEditedSince() {
  const items = useView('configItems', edited);
  return { rows: items.data?.rows ?? [], drift: useDrift(items.data?.rows.map((row) => row.edited?.at)) };
}

/** Of an event by which somebody edited what a file owns: the drift that is left of it. */
export function useDriftOfEvents(): (event: Recorded) => DriftedItem | undefined {
  const { rows, drift } = useEditedSince();
  const applied = new Map(rows.map(({ id, owner }) => [id, owner?.at ?? '']));
  const drifted = new Map((drift.data?.rows ?? []).map((row) => [row.kind === 'Routes' ? routesItemId(row.id) : row.id, row]));
  return ({ type, data, meta }) => {
    if (drifted.size === 0 || isViaPlan(meta.actor)) return undefined;
    const router = editsOfRoutes[type]?.(data as never);
    const ids = router === undefined ? (edits[type]?.(data as never) ?? []) : [routesItemId(router)];
    const id = ids.find((one) => drifted.has(one) && meta.at > (applied.get(one) ?? ''));
    return id === undefined ? undefined : drifted.get(id);
  };
}
