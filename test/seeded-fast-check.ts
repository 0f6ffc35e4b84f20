import fc from '../node_modules/fast-check/lib/cjs/fast-check.js';

// Everybody’s `npm test` tries the same examples: what fails, fails again. The deep run tries others each time, and says how to replay one.
if (process.env['TOCSIN_DEEP'] !== '1') fc.configureGlobal({ seed: 20_261_123 });

export * from '../node_modules/fast-check/lib/cjs/fast-check.js';
// eslint-disable-next-line import/no-default-export
export default fc;
