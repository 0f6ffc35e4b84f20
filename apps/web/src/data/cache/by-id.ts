interface HasId {
  readonly id: string;
}

const indexes = new WeakMap<readonly HasId[], ReadonlyMap<string, HasId>>();

/** A list’s rows by their ids: computed once per list, because lists are immutable and may have ten thousand rows. */
export const byId = <Row extends HasId>(rows: readonly Row[]): ReadonlyMap<string, Row> => {
  const known = indexes.get(rows);
  if (known) return known as ReadonlyMap<string, Row>;
  const index = new Map(rows.map((row) => [row.id, row]));
  indexes.set(rows, index);
  return index;
};
