import { limits } from '@tocsin/contracts/limits.js';
import { soughtWords } from '@tocsin/contracts/search.js';
import type { ListQuery, ShownRow } from '@tocsin/platform/views/view-store.js';
import { listQueryOf, one, wrong, type Params } from '../query/list-query.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment, AugmentParts } from './augmented.js';

/** They say which part of a list is shown and how, not what matches. */
const notOfFilters = ['after', 'at', 'count', 'cursor', 'desc', 'limit', 'sort'];

/** `where.status=firing&q=disk`: as in the address of the list. */
const paramsIn = (filter: string): Params => {
  const params: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(filter)) (params[name] ??= []).push(value);
  for (const name of notOfFilters) if (params[name]) throw wrong('filter', `A filter has no ${name}: it says what matches.`);
  return params;
};

/** The filter, as of when the views had come to an ordinal. */
const queryOf = async ({ feed, log, reads, store }: AugmentParts, filter: string, ordinal: number): Promise<ListQuery> => {
  const params = paramsIn(filter);
  const { where, range } = listQueryOf('alertGroups', params);
  if ((await store.checkpoint()).ordinal < ordinal) throw new HttpProblem('request.view_behind', {}, undefined, 1);
  return {
    ...(where ? { where } : {}),
    ...(range ? { range } : {}),
    words: soughtWords(one(params['q']), [...reads.services.all()]),
    at: await feed.marks.timeAt(ordinal, (after, limit) => log.readInstants(after, limit)),
    sort: 'number',
    limit: limits.pageSizeMax,
  };
};

async function* rowsOf({ store }: AugmentParts, query: ListQuery): AsyncGenerator<ShownRow> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.list('alertGroups', { ...query, ...(cursor ? { cursor } : {}) });
    yield* page.rows;
    cursor = page.next;
  }
}

/** Ids of the groups that matched when the list was seen, the oldest first. */
const matching = async (parts: AugmentParts, filter: string, ordinal: number): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const row of rowsOf(parts, await queryOf(parts, filter, ordinal))) {
    // changed in the same millisecond, but after the list was seen
    if (row.ordinal > ordinal) continue;
    if (ids.length === limits.bulkByFilter) throw new HttpProblem('limit.bulk_by_filter', { limit: limits.bulkByFilter });
    ids.push(row.id);
  }
  return ids;
};

const actOnFiltered: Augment<'ActOnFiltered'> = async (data, { parts }) => {
  const groupIds = await matching(parts, data.filter, data.ordinal);
  return { data: { ...data, groupIds }, says: { matched: groupIds.length } };
};

export const bulkAugments = { ActOnFiltered: actOnFiltered };
