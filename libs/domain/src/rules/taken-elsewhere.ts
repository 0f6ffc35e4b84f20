import { refuse } from './refuse.js';

/**
 * An id that a client chose and that something has already which this team does not own: made anew under it, it would be taken from its
 * team wherever rows are found by id. Null: the id is free.
 */
export const takenElsewhere = (rows: { get(id: string): { readonly name: string } | undefined }, id: string) => {
  const there = rows.get(id);
  return there ? refuse('conflict.revision', { name: there.name }) : null;
};
