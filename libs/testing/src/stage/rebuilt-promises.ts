/**
 * Tests at whose end a server loses its views and `side/`, and is started to build them again: in `npm test` these, at least one
 * for each kind of history; in the deep run all. Parts of their paths.
 */
export const rebuiltPromises = [
  // folders whose files share a server: most histories of pages, bundles, throttles and storms
  'acts/',
  'audit/',
  'bundles/',
  'messages/',
  'pages/',
  'policies/',
  'schedules/',
  'signals/',
  'storms/',
  'throttles/',
  // people, their access, and their erasure
  'an-erased-person-is-gone',
  'a-redacted-note-is-gone',
  'signs-in-by-openid',
  'tokens-open-what-their-scopes-say',
  'what-a-disabled-person-held-fires-again',
  // external effects, each through another channel
  'a-webhook-step-calls-its-address',
  'a-week-is-summed-up-by-mail',
  'rings-a-locked-phone',
  'tells-other-systems-what-happens',
  // a store that was killed or down
  'goes-on-after-it-was-away',
  'what-a-kill-interrupted-is-done',
  // special cases
  'a-snooze-ends-with-its-holder-first',
  'alerts-are-imported-by-the-api',
  'calendar-feeds-follow-the-schedule',
  'cover-is-asked-for-and-taken',
  'many-at-once-with-one-undo',
  'what-is-noise-is-marked-and-counted',
  'what-moves-in-parts-moves-whole',
];

/** Whether the views of the test file at this path are rebuilt by a started server, and not only by folding. */
export const isRebuilt = (path = ''): boolean => {
  const [, promise] = path.split('/test/promises/');
  return process.env['TOCSIN_TEST_TIER'] === 'deep' || promise === undefined || rebuiltPromises.some((part) => promise.startsWith(part));
};
