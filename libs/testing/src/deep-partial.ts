/** A part of a type: fields may be missing, functions may have any type, and texts may be any string. */
type DeepPartial<T> = T extends string
  ? string
  : T extends (...args: never) => unknown
    ? (...args: never) => unknown
    : T extends object
      ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
      : T;

/**
 * The part of an object that the tested code reads, in place of the whole, so that a spec contains only what it needs. The compiler
 * checks field names; this cast is the only place that asserts that the rest is not missed.
 */
export const partOf = <T>(part: DeepPartial<T>): T => part as unknown as T;
