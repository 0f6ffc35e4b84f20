// `Object.keys` and `Object.fromEntries` forget the names of a table, since a value may have more of them than its type says. Tables that are
// written out have not: here, and nowhere else, the names are said again.

/** The names of a table. */
export const namesOf = <Name extends string>(table: { readonly [N in Name]: unknown }): readonly Name[] => Object.keys(table) as Name[];

/** A table with a value for each of these names. */
export const tableOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): { readonly [N in Name]: Value } => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
