import type { ViewName, ViewRow } from '@tocsin/contracts/catalogue.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import type { ShownRow, ViewStore } from '@tocsin/platform/views/view-store.js';

type Empty = { readonly [V in ViewName]?: (personId: string) => ViewRow<V> };

/** Views with a row for each person: how it looks before the first fact about it. A 404 would say that there is no such person. */
const ofPeople: Empty = {
  contacts: (id) => ({ id, methods: [], rules: [] }),
  receipts: (id) => ({ id, methods: [] }),
};

/** The row of somebody of whom a view has nothing yet, as of now or as of a moment; undefined where nobody has that id. */
export const emptyRow = async (
  store: Pick<ViewStore, 'get'>,
  view: string,
  id: string,
  at: string | undefined,
): Promise<ShownRow | undefined> => {
  const empty = ofPeople[view as ViewName];
  const person = empty && ((await store.get('people', id, at))?.row as PersonRow | undefined);
  // older than any change of the row, so that whoever follows it takes the first one that comes
  return empty && person && person.state !== 'erased' ? { id, row: empty(id), ordinal: 0 } : undefined;
};
