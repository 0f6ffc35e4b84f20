// `Object.keys` and `Object.fromEntries` lose the names of a table, since a value may have more of them than its type says. Tables that are written out
// don’t, so these functions, and nothing else, assert their names.

export const namesOf = <Name extends string>(table: { readonly [N in Name]: unknown }): readonly Name[] => Object.keys(table) as Name[];

export const tableOf = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): { readonly [N in Name]: Value } => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
