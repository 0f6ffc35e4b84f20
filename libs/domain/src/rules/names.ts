import type { IndexedTable } from '@tocsin/kernel/rows/indexed-table.js';

/** The key by which names and addresses are compared: ignores case, and Unicode forms of accents. */
export const nameKey = (text: string): string => text.normalize('NFC').toLowerCase();

/** Whether another one of these has the name. */
export const isNameTaken = (named: Iterable<{ readonly id: string; readonly name: string }>, name: string, exceptId?: string): boolean => {
  const key = nameKey(name);
  for (const one of named) if (one.id !== exceptId && nameKey(one.name) === key) return true;
  return false;
};

/** The index word for a name. */
export const nameWord = (name: string): string => `name ${nameKey(name)}`;

/** The same, with rows that are indexed by name. */
export const isNameHeld = (rows: Pick<IndexedTable<never>, 'having'>, name: string, exceptId?: string): boolean =>
  rows.having(nameWord(name), 2).some((id) => id !== exceptId);
