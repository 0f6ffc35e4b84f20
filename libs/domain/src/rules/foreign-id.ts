import { refuse } from './refuse.js';

/**
 * Refuses an id chosen by a client that already belongs to something outside this team: creating it again would take it
 * from its team wherever rows are found by id. Null: the id is free.
 */
export const refuseForeignId = (rows: { get(id: string): { readonly name: string } | undefined }, id: string) => {
  const existingRow = rows.get(id);
  return existingRow ? refuse('conflict.revision', { name: existingRow.name }) : null;
};
