const sortedLists = new WeakMap<readonly object[], readonly object[]>();
const { compare } = new Intl.Collator(undefined, { numeric: true });
const nameOf = (row: object): string => ('name' in row && typeof row.name === 'string' ? row.name : '');

/** A list’s rows by name, where they have one: computed once per list, because many components ask for it. */
export const byName = <Row extends object>(rows: readonly Row[]): readonly Row[] => {
  const known = sortedLists.get(rows) ?? rows.toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  sortedLists.set(rows, known);
  return known as readonly Row[];
};
