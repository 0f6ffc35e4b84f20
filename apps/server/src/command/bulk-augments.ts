import type { AlertGroupStatus } from '@tocsin/contracts/alert-groups/rows.js';
import type { FilteredAct } from '@tocsin/contracts/bulk-acts/noun.js';
import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as bulkActLimits from '@tocsin/contracts/bulk-acts/limits.js';
import type { ListQuery } from '@tocsin/platform/views/view-store.js';
import { listQueryOf, firstValue, invalidQuery, parseParams, type Params } from '../query/list-query.js';
import { HttpProblem } from '../problems/problem.js';
import type { FoundRow } from '../query/queries.js';
import type { Augment, AugmentInput } from './augmentation.js';

/** Parameters that select the part and order of a list, not its rows. */
const notOfFilters = ['after', 'at', 'count', 'cursor', 'desc', 'limit', 'sort'];

/** Parses `where.status=firing&q=disk`, the query string of the list’s address. */
const paramsIn = (filter: string): Params => {
  const params = parseParams(filter);
  for (const name of notOfFilters)
    if (params[name]) throw invalidQuery('filter', `A filter can’t have ${name}: it only says what matches.`);
  return params;
};

/** Statuses that an act applies to. Groups in other statuses are left alone, whatever the filter matches. */
const statusesOf: Readonly<Record<FilteredAct, readonly AlertGroupStatus[]>> = {
  AcknowledgeAlertGroup: ['firing', 'suppressed'],
  ResolveAlertGroup: ['firing', 'acknowledged', 'snoozed', 'suppressed'],
};

/** The statuses in the filter that the act applies to. Throws when none is left. */
const statusesIn = (act: FilteredAct, states: Params[string]): readonly string[] => {
  const statuses = states === undefined ? statusesOf[act] : statusesOf[act].filter((status) => [states].flat().includes(status));
  if (statuses.length === 0)
    throw invalidQuery('filter', `Nothing in these states can be acted on: where.status is one of ${statusesOf[act].join(', ')}.`);
  return statuses;
};

type FilterInput = Pick<AugmentInput, 'parts' | 'viewReader' | 'alertSearch' | 'callerId'>;

/** The filter as a query, as of the moment when the views had reached this ordinal. */
const queryOf = async (
  { parts: { feed, log, store }, alertSearch, callerId }: FilterInput,
  { act, filter, ordinal }: CommandData<'ActOnFiltered'>,
): Promise<ListQuery> => {
  const filterParams = paramsIn(filter);
  const params: Params = { ...filterParams, 'where.status': statusesIn(act, filterParams['where.status']) };
  const { where, range } = listQueryOf('alertGroups', params);
  if ((await store.checkpoint()).ordinal < ordinal) throw new HttpProblem('request.view_behind', {}, undefined, 1);
  return {
    ...(where ? { where } : {}),
    ...(range ? { range } : {}),
    words: (await alertSearch.parse(firstValue(params['q']), callerId)).words,
    at: await feed.marks.timeAt(ordinal, (after, limit) => log.readInstants(after, limit)),
    sort: 'number',
    limit: limits.pageSizeMax,
  };
};

async function* rowsOf({ viewReader }: Pick<AugmentInput, 'viewReader'>, query: ListQuery): AsyncGenerator<FoundRow<'alertGroups'>> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await viewReader.list('alertGroups', { ...query, ...(cursor ? { cursor } : {}) });
    yield* page.rows;
    cursor = page.next;
  }
}

/** Ids of the groups that matched when the list was shown, oldest first. */
const findMatching = async (with_: FilterInput, data: CommandData<'ActOnFiltered'>): Promise<readonly string[]> => {
  const ids: string[] = [];
  for await (const row of rowsOf(with_, await queryOf(with_, data))) {
    // changed in the same millisecond, but after the list was shown
    if (row.ordinal > data.ordinal) continue;
    if (ids.length === bulkActLimits.bulkByFilter) throw new HttpProblem('limit.bulk_by_filter', { limit: bulkActLimits.bulkByFilter });
    ids.push(row.id);
  }
  return ids;
};

const actOnFiltered: Augment<'ActOnFiltered'> = async (data, with_) => {
  const groupIds = await findMatching(with_, data);
  return { data: { ...data, groupIds }, says: { matched: groupIds.length } };
};

export const bulkAugments = { ActOnFiltered: actOnFiltered };
