import { searchedWords, servicesNamed } from '@tocsin/contracts/search.js';
import type { ServiceRow } from '@tocsin/contracts/services.js';

/** What one word of a search may be found in: the text of a row, or else a column with one of these values. */
export interface WordSought {
  readonly text: string;
  readonly or: { readonly serviceId: readonly (string | null)[] };
}

/** The words of `q`, each with the services that bear it: names are joined here, so that renaming a service needs no new rows. */
export const alertGroupSearch = (q: string, services: Iterable<ServiceRow>): readonly WordSought[] => {
  const all = [...services];
  return searchedWords(q).map((text) => ({ text, or: { serviceId: servicesNamed(text, all) } }));
};
