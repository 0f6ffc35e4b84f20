/**
 * Work that may have to wait, written once for asynchronous and synchronous callers: `runAsync` awaits what it yields, `runSync` hands it straight back.
 */
export type Step<T> = Generator<unknown, T, unknown>;
export type MaybePromise<T> = T | Promise<T>;

/** Usage: `const page = yield* waitFor(ports.read())`. */
export const waitFor = function* <T>(value: MaybePromise<T>): Step<T> {
  return (yield value) as T;
};

/** Throws when a port returns a promise. */
export const runSync = <T>(step: Step<T>): T => {
  let next = step.next();
  while (!next.done) {
    if (next.value instanceof Promise) throw new Error('a synchronous step got a promise');
    next = step.next(next.value);
  }
  return next.value;
};

export const runAsync = async <T>(step: Step<T>): Promise<T> => {
  let next = step.next();
  while (!next.done) {
    let value: unknown;
    try {
      value = await next.value;
    } catch (error) {
      next = step.throw(error);
      continue;
    }
    next = step.next(value);
  }
  return next.value;
};
