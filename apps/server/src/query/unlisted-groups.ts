import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { ordinalOfMoment } from '@tocsin/platform/views/view-table.js';
import type { ListQuery, ShownRow } from '@tocsin/platform/views/view-store.js';
import type { PastReads } from './past-reads.js';

/** In one answer: each is folded from its stream. */
const most = 50;

interface Asked {
  readonly column: 'id' | 'number';
  readonly values: readonly (string | number | null)[];
}
interface Dependencies {
  /** Ids of alert groups by their numbers. */
  readonly idsByNumber: (numbers: Asked['values'], limit: number) => Promise<readonly string[]>;
  readonly past: PastReads;
}

/** The ids or numbers that a query asks for, if it asks for nothing else. */
const askedIn = ({ where = {}, words, range, cursor }: ListQuery): Asked | undefined => {
  const [[column, wanted] = [], ...others] = Object.entries(where);
  if ((column !== 'id' && column !== 'number') || wanted === undefined || others.length > 0 || words || range || cursor !== undefined)
    return undefined;
  return { column, values: [wanted].flat() };
};

const idsOf = async ({ idsByNumber }: Dependencies, { column, values }: Asked): Promise<readonly string[]> =>
  column === 'id' ? values.map(String) : idsByNumber(values, most);

/** Alert groups that are asked for by id or number, and have left the lists: links, messages and reports still name them. */
export const findUnlisted = async (
  parts: Dependencies,
  view: ViewName,
  query: ListQuery,
  listed: readonly ShownRow[],
): Promise<readonly ShownRow[]> => {
  const asked = view === 'alertGroups' ? askedIn(query) : undefined;
  if (!asked || asked.values.length <= listed.length) return [];
  const known = new Set(listed.map(({ id }) => id));
  const missing = (await idsOf(parts, asked)).filter((id) => !known.has(id)).slice(0, Math.min(most, query.limit - listed.length));
  const upTo = query.at === undefined ? undefined : ordinalOfMoment(query.at);
  const found: ShownRow[] = [];
  for (const id of missing) {
    const row = await parts.past.foldRow({ view, id, before: undefined, upTo });
    if (row) found.push(row);
  }
  return found;
};
