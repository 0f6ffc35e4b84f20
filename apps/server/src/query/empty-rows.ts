import type { ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { ShownRow } from '@tocsin/platform/views/view-store.js';

type EmptyRows = { readonly [V in ViewName]?: (personId: string) => ViewRow<V> };

/** Views with a row for each person: the row before the first fact about it. A 404 would say that there is no such person. */
const ofPeople: EmptyRows = {
  contacts: (id) => ({ id, methods: [], rules: [] }),
  receipts: (id) => ({ id, methods: [] }),
};

/** The empty row of a person without data in a view, as of when `rows` are read; undefined when there is no such person. */
export const emptyRow = async (
  rows: { readonly get: (view: string, id: string) => Promise<ShownRow | undefined> },
  view: ViewName,
  id: string,
): Promise<ShownRow | undefined> => {
  const empty = ofPeople[view];
  const person = empty && ((await rows.get('people', id))?.row as PersonRow | undefined);
  // ordinal 0 is older than any change, so that a subscriber accepts the first real row
  return empty && person && person.state !== 'erased' ? { id, row: empty(id), ordinal: 0 } : undefined;
};
