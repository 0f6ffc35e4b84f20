import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import { ordinalOfMoment } from '@tocsin/platform/views/view-table.js';
import type { ListQuery, ShownRow } from '@tocsin/platform/views/view-store.js';
import type { PastReads } from './past-reads.js';

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

const missingIds = async (
  { idsByNumber }: Dependencies,
  { column, values }: Asked,
  listed: readonly ShownRow[],
  limit: number,
): Promise<readonly string[]> => {
  const known = new Set(listed.map(({ id, row }) => (column === 'id' ? id : (row as AlertGroupRow).number)));
  const missing = [...new Set(values)].filter((value) => value !== null && !known.has(value));
  if (missing.length === 0 || column === 'id') return missing.slice(0, limit).map(String);
  return idsByNumber(missing, limit);
};

/** Alert groups that are asked for by id or number, and have left the lists: links, messages and reports still name them. */
export const findUnlisted = async (
  parts: Dependencies,
  view: ViewName,
  query: ListQuery,
  listed: readonly ShownRow[],
): Promise<readonly ShownRow[]> => {
  const asked = view === 'alertGroups' ? askedIn(query) : undefined;
  const limit = Math.min(limits.pageSizeMax, query.limit - listed.length);
  if (!asked || limit <= 0) return [];
  const upTo = query.at === undefined ? undefined : ordinalOfMoment(query.at);
  const found: ShownRow[] = [];
  for (const id of await missingIds(parts, asked, listed, limit)) {
    const row = await parts.past.foldRow({ view, id, before: undefined, upTo });
    if (row) found.push(row);
  }
  return found;
};
