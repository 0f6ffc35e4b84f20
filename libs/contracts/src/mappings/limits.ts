/** Of one field’s expression. */
export const expressionCharacters = 2_000;
/** Steps of one evaluation, levels of its calls, and entries of a list that it makes. */
export const evaluation = { steps: 20_000, depth: 200, sequence: 10_000 } as const;
/** Of what all fields of one request become, as JSON. */
export const resultCharacters = 256 * 1_024;
/** Milliseconds for one request: on the thread, and with its wait for it. */
export const time = { run: 1_000, wait: 2_000 } as const;
/** Requests that wait for the thread: of one integration, and in all. */
export const waiting = { ofIntegration: 50, inAll: 500 } as const;
/** Milliseconds for which a mapping that took too long is not run: doubled each time. */
export const pause = { first: 5_000, most: 3_600_000 } as const;
/** A mapping that fails for so long is a problem in health, until nothing has failed for as long. */
export const failing = { lasting: 5 * 60_000, quiet: 30 * 60_000 } as const;
/** Recent requests that a draft is tried with, milliseconds for all of them, and results that are shown. */
export const tryOut = { requests: 200, time: 10_000, shown: 20 } as const;
