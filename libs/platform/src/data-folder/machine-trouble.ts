/** What the operating system, or SQLite, says when it is the machine’s fault, by the start of its code. The first that fits counts. */
const sayings: readonly (readonly [start: string, says: string])[] = [
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

/** By its code, not its class: the addon knows one class for the whole process, whoever loaded it first. */
const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

const startsWithAny = (code: string, starts: readonly string[]): boolean => starts.some((start) => code.startsWith(start));

/** In words, what is wrong with the machine; undefined for any other error. */
export const machineTrouble = (error: unknown): string | undefined => {
  const code = codeOf(error);
  return sayings.find(([start]) => code.startsWith(start))?.[1];
};

/** A write needed room, and there was none. */
export const isDiskFull = (error: unknown): boolean => startsWithAny(codeOf(error), ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']);

/** The bytes of a database are not those that were written to it. */
export const isDamaged = (error: unknown): boolean => startsWithAny(codeOf(error), ['SQLITE_CORRUPT', 'SQLITE_NOTADB']);
