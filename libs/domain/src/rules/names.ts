import type { IndexedTable } from '@tocsin/kernel/rows/indexed-table.js';

/** The key by which names and addresses are compared: ignores case, and Unicode forms of accents. */
export const nameKeyOf = (text: string): string => text.normalize('NFC').toLowerCase();

/** Whether another one of these has the name. */
export const isNameTaken = (
  namedRows: Iterable<{ readonly id: string; readonly name: string }>,
  name: string,
  exceptId?: string,
): boolean => {
  const key = nameKeyOf(name);
  for (const one of namedRows) if (one.id !== exceptId && nameKeyOf(one.name) === key) return true;
  return false;
};

export const nameWordOf = (name: string): string => `name ${nameKeyOf(name)}`;

/** The same, with rows that are indexed by name. */
export const isNameHeld = (rows: Pick<IndexedTable<never>, 'keysWithWord'>, name: string, exceptId?: string): boolean =>
  rows.keysWithWord(nameWordOf(name), 2).some((id) => id !== exceptId);
