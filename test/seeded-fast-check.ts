import fc from '../node_modules/fast-check/lib/cjs/fast-check.js';

// Every `npm test` uses the same examples, so failures are reproducible. The deep run uses other ones each time, and prints how to replay a failure.
if (process.env['TOCSIN_DEEP'] !== '1') fc.configureGlobal({ seed: 20_261_123 });

export * from '../node_modules/fast-check/lib/cjs/fast-check.js';
// eslint-disable-next-line import/no-default-export
export default fc;
