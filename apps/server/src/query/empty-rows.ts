import type { ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { ShownRow, ViewStore } from '@tocsin/platform/views/view-store.js';

type EmptyRows = { readonly [V in ViewName]?: (personId: string) => ViewRow<V> };

/** Views with a row for each person: the row before the first fact about it. A 404 would say that there is no such person. */
const ofPeople: EmptyRows = {
  contacts: (id) => ({ id, methods: [], rules: [] }),
  receipts: (id) => ({ id, methods: [] }),
};

/** The empty row of a person without data in a view, now or at a moment; undefined when there is no such person. */
export const emptyRow = async (
  store: Pick<ViewStore, 'get'>,
  view: ViewName,
  id: string,
  at: string | undefined,
): Promise<ShownRow | undefined> => {
  const empty = ofPeople[view];
  const person = empty && ((await store.get('people', id, at))?.row as PersonRow | undefined);
  // ordinal 0 is older than any change, so that a subscriber accepts the first real row
  return empty && person && person.state !== 'erased' ? { id, row: empty(id), ordinal: 0 } : undefined;
};
