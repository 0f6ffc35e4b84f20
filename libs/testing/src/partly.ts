/** Less of the same: fields may be missing, of functions it is enough that they are some, and text need not be one of certain words. */
type PartOf<T> = T extends string
  ? string
  : T extends (...args: never) => unknown
    ? (...args: never) => unknown
    : T extends object
      ? { readonly [K in keyof T]?: PartOf<T[K]> }
      : T;

/**
 * What the tried code looks at, in place of the whole: a spec says nothing of what it doesn’t need. The compiler asks that fields are called as those of
 * the whole; this is the one place where it is told that the rest is not missed.
 */
export const partly = <T>(part: PartOf<T>): T => part as unknown as T;
