export class BadCursor extends Error {
  constructor() {
    super('this cursor belongs to no such list');
  }
}

/** The position in a list after which the next page starts. */
export interface CursorPlace {
  readonly sort: string;
  /** The stored value of the sort column. */
  readonly value: string;
  readonly id: string;
}

export const toCursor = ({ sort, value, id }: CursorPlace): string => Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');

/** Throws BadCursor, also for a cursor of a list with another order. The opposite direction counts as the same order: it pages back. */
export const parsePlace = (cursor: string, sort: string): CursorPlace => {
  const fields = parseCursor(cursor);
  if (!Array.isArray(fields) || fields.length !== 3 || !fields.every((part) => typeof part === 'string' && !part.includes('\0')))
    throw new BadCursor();
  const [sorted, value, id] = fields as [string, string, string];
  if (sorted !== sort) throw new BadCursor();
  return { sort, value, id };
};

const parseCursor = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};
