import { limits } from '@tocsin/contracts/limits.js';
import { soughtWords } from '@tocsin/contracts/search.js';
import { listQueryOf, one, wrong, type Params } from '../query/list-query.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment, AugmentParts } from './augmented.js';

/** `where.status=firing&q=disk`: as in the address of the list. */
const paramsIn = (filter: string): Params => {
  const params: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(filter)) (params[name] ??= []).push(value);
  for (const name of ['at', 'cursor', 'limit', 'sort', 'desc', 'count'])
    if (params[name]) throw wrong('filter', `A filter has no ${name}: it says what matches.`);
  return params;
};

/** When the log was as far as that: the list that was seen is read again as of then. */
const instantOf = async ({ log }: AugmentParts, ordinal: number): Promise<string> => {
  const [found] = await log.readInstants(ordinal - 1, 1);
  if (found?.[0] !== ordinal) throw wrong('ordinal', 'No event has this number: use the ordinal of a list.');
  return found[1];
};

/** The groups that matched when the list was seen, the oldest first. */
const matching = async (parts: AugmentParts, filter: string, ordinal: number): Promise<readonly string[]> => {
  const params = paramsIn(filter);
  const { where, range } = listQueryOf('alertGroups', params);
  const words = soughtWords(one(params['q']), [...parts.reads.services.all()]);
  const at = await instantOf(parts, ordinal);
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await parts.store.list('alertGroups', {
      ...(where ? { where } : {}),
      ...(range ? { range } : {}),
      words,
      at,
      sort: 'number',
      limit: limits.pageSizeMax,
      ...(cursor === undefined ? {} : { cursor }),
    });
    ids.push(...page.rows.map(({ id }) => id));
    if (ids.length > limits.bulkByFilter) throw new HttpProblem('limit.bulk_by_filter', { limit: limits.bulkByFilter });
    if (page.next === null) return ids;
    cursor = page.next;
  }
};

const actOnFiltered: Augment<'ActOnFiltered'> = async (data, { parts }) => {
  const groupIds = await matching(parts, data.filter, data.ordinal);
  return { data: { ...data, groupIds }, says: { matched: groupIds.length } };
};

export const bulkAugments = { ActOnFiltered: actOnFiltered };
