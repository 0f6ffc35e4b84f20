import type { IndexedTable } from '@tocsin/kernel/rows/indexed-table.js';

/** Two names or addresses are the same when their keys are: upper and lower case, and ways of writing an accent, don't matter. */
export const nameKey = (text: string): string => text.normalize('NFC').toLowerCase();

/** Whether something else among these carries the name already. */
export const isNameTaken = (named: Iterable<{ readonly id: string; readonly name: string }>, name: string, exceptId?: string): boolean => {
  const key = nameKey(name);
  for (const one of named) if (one.id !== exceptId && nameKey(one.name) === key) return true;
  return false;
};

/** What a table of named rows is indexed by. */
export const nameWord = (name: string): string => `name ${nameKey(name)}`;

/** The same, of rows that are found by their names. */
export const isNameHeld = (rows: Pick<IndexedTable<never>, 'having'>, name: string, exceptId?: string): boolean =>
  rows.having(nameWord(name), 2).some((id) => id !== exceptId);
