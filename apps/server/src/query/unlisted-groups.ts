import type { ViewName } from '@tocsin/contracts/catalogue.js';
import { ordinalOfMoment } from '@tocsin/platform/views/view-table.js';
import type { ListQuery, ShownRow } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../core/server-parts.js';
import type { PastReads } from './past-reads.js';

type Dependencies = Pick<ServerParts, 'viewRows'> & { readonly past: PastReads };

/** In one answer: each is folded from its stream. */
const most = 20;

/** The numbers that a query asks for, if it asks for nothing else. */
const numbersIn = ({ where = {}, words, range, cursor }: ListQuery): readonly (string | number | null)[] => {
  const [[column, wanted] = [], ...others] = Object.entries(where);
  if (column !== 'number' || wanted === undefined || others.length > 0 || words || range || cursor !== undefined) return [];
  return [wanted].flat();
};

/** Alert groups that are asked for by their number, and have left the lists: a link to one still leads there. */
export const findUnlisted = async (
  { viewRows, past }: Dependencies,
  view: ViewName,
  query: ListQuery,
  listed: readonly ShownRow[],
): Promise<readonly ShownRow[]> => {
  if (view !== 'alertGroups') return [];
  const number = numbersIn(query);
  if (number.length <= listed.length) return [];
  const { rows } = await viewRows.list('groupNumbers', { where: { number }, limit: most });
  const found: ShownRow[] = [];
  for (const { id } of rows) {
    if (found.length + listed.length >= query.limit || listed.some((row) => row.id === id)) continue;
    const row = await past.foldRow({ view, id, before: undefined, upTo: query.at === undefined ? undefined : ordinalOfMoment(query.at) });
    if (row) found.push(row);
  }
  return found;
};
