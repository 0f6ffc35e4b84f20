import type { ListParams } from '../data/cache/merge.js';
import { useCount, useView } from '../data/cache/use-view.js';

/** As the first section of the list of alerts, with which it is read once. */
const params: ListParams = { where: { status: ['firing'], urgency: ['high'] }, sort: 'number', desc: true };

/** Alert groups of high urgency that nobody has acknowledged; 0 while that is not known. */
export function useUnacknowledged(): number {
  const { data } = useView('alertGroups', params);
  const isCut = data?.next != null;
  const counted = useCount('alertGroups', params, isCut);
  const shown = data?.rows.length ?? 0;
  return isCut ? Math.max(counted ?? 0, shown) : shown;
}
