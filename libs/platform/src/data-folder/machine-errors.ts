/** Sentences for errors of the operating system or SQLite, by the start of the error code. The first match counts. */
const sentences: readonly (readonly [start: string, says: string])[] = [
  ['ENOSPC', 'the disk is full'],
  ['SQLITE_FULL', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['SQLITE_CANTOPEN', 'this user may not write there'],
  ['SQLITE_READONLY', 'this user may not write there'],
  ['SQLITE_PERM', 'this user may not write there'],
  ['SQLITE_BUSY', 'another program holds the file'],
  ['SQLITE_LOCKED', 'another program holds the file'],
  ['SQLITE_NOMEM', 'the memory is used up'],
  ['SQLITE_CORRUPT', 'the file is damaged'],
  ['SQLITE_NOTADB', 'the file is damaged'],
  ['SQLITE_IOERR', 'the disk can’t be read or written'],
  ['EIO', 'the disk can’t be read or written'],
];

/** By code instead of class: the native addon has one error class for the whole process, whichever context loaded it first. */
const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

const hasAnyPrefix = (code: string, starts: readonly string[]): boolean => starts.some((start) => code.startsWith(start));

/** Undefined for errors that are not the machine’s. */
export const describeMachineError = (error: unknown): string | undefined => {
  const code = codeOf(error);
  return sentences.find(([start]) => code.startsWith(start))?.[1];
};

export const isDiskFull = (error: unknown): boolean => hasAnyPrefix(codeOf(error), ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);

/** The bytes of a database are not those that were written. */
export const isDamaged = (error: unknown): boolean => hasAnyPrefix(codeOf(error), ['SQLITE_CORRUPT', 'SQLITE_NOTADB']);
