import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import { isErased } from '@tocsin/contracts/ids.js';
import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { nameKeyOf } from '../../rules/names.js';
import type { ConfigurationContext } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import type { ContactCommand } from './commands.js';
import { searchesOf } from './views.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;
type ContactDecision = Decision<ContactFact>;

/** A search with an existing name, compared without case, replaces the older one. */
export const saveSearch = (data: Data<'SaveSearch'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  const { personId, name, query } = data;
  const savedSearches = searchesOf(row);
  const sameSearch = savedSearches.find((search) => !isErased(search.name) && nameKeyOf(search.name) === nameKeyOf(name));
  if (sameSearch && sameSearch.name === name && sameSearch.query === query) return new Nothing({ searchId: sameSearch.searchId });
  const searchId = sameSearch?.searchId ?? data.searchId ?? context.newId('search');
  const limit = peopleLimits.savedSearchesPerPerson;
  if (savedSearches.length >= limit && !savedSearches.some((search) => search.searchId === searchId))
    return refuse('limit.saved_searches', { limit });
  return [{ type: 'SearchSaved', data: { personId, searchId, name, query } }];
};

export const forgetSearch = (data: Data<'ForgetSearch'>, row: ContactRow): ContactDecision =>
  searchesOf(row).some(({ searchId }) => searchId === data.searchId)
    ? [{ type: 'SearchForgotten', data }]
    : refuse('saved_search.not_found');
