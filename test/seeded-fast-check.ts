import fc from '../node_modules/fast-check/lib/cjs/fast-check.js';

const tier = process.env['TOCSIN_TEST_TIER'] ?? 'short';
// Each run uses the same examples, so failures are reproducible. The deep run uses other ones each time, and prints how to replay a failure.
if (tier !== 'deep') fc.configureGlobal({ seed: 20_261_123 });

/** The short run tries the first quarter of the examples. */
const assertShort: typeof fc.assert = (property, options = {}) =>
  fc.assert(property, { ...options, numRuns: Math.ceil((options.numRuns ?? 100) / 4) }) as never;

export * from '../node_modules/fast-check/lib/cjs/fast-check.js';
export const assert: typeof fc.assert = tier === 'short' ? assertShort : fc.assert;
// eslint-disable-next-line import/no-default-export
export default { ...fc, assert };
