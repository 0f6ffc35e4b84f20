import { limits } from '@tocsin/contracts/limits.js';
import { isErased } from '@tocsin/contracts/ids.js';
import type { ContactFact } from '@tocsin/contracts/contacts.js';
import type { ContactRow } from '@tocsin/contracts/contact-rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { nameKey } from '../rules/names.js';
import type { ConfigurationContext } from '../reads.js';
import { refuse } from '../rules/refuse.js';
import type { ContactCommand } from './commands.js';
import { searchesIn } from './views.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;
type Answer = Decision<ContactFact>;

/** A search with an existing name, compared without case, replaces the older one. */
export const saveSearch = (data: Data<'SaveSearch'>, row: ContactRow, context: ConfigurationContext): Answer => {
  const { personId, name, query } = data;
  const known = searchesIn(row);
  const same = known.find((search) => !isErased(search.name) && nameKey(search.name) === nameKey(name));
  if (same && same.name === name && same.query === query) return new Nothing({ searchId: same.searchId });
  const searchId = same?.searchId ?? data.searchId ?? context.newId('search');
  const limit = limits.savedSearchesPerPerson;
  if (known.length >= limit && !known.some((search) => search.searchId === searchId)) return refuse('limit.saved_searches', { limit });
  return [{ type: 'SearchSaved', data: { personId, searchId, name, query } }];
};

export const forgetSearch = (data: Data<'ForgetSearch'>, row: ContactRow): Answer =>
  searchesIn(row).some(({ searchId }) => searchId === data.searchId)
    ? [{ type: 'SearchForgotten', data }]
    : refuse('saved_search.not_found');
