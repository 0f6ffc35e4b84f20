import { backToNow } from '../use-cursor.js';

/** The same address at a moment; undefined: now. */
export const atMoment =
  (at: number | string | undefined) =>
  (search: object): object =>
    at === undefined ? { ...search, at, ...backToNow } : { ...search, at };
