/**
 * The promises at whose end a server loses its views and `side/`, and is started to build them again: in `npm test` these, of each kind of history at
 * least one; in the deep run all. Parts of their paths.
 */
export const rebuilt = [
  // folders whose files share a server: most of what pages, bundles, throttles, and storms come to
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
  // people, their access, and what is destroyed of them
  'an-erased-person-is-gone',
  'a-redacted-note-is-gone',
  'signs-in-by-openid',
  'tokens-open-what-their-scopes-say',
  'what-a-disabled-person-held-fires-again',
  // effects outside, each by another way
  'a-webhook-step-calls-its-address',
  'a-week-is-summed-up-by-mail',
  'rings-a-locked-phone',
  'tells-other-systems-what-happens',
  // a store that was killed, restored or away
  'a-restored-store-is-held',
  'goes-on-after-it-was-away',
  'what-a-kill-interrupted-is-done',
  // what has a shape of its own
  'a-snooze-ends-with-its-holder-first',
  'alerts-are-imported-by-the-api',
  'calendar-feeds-follow-the-schedule',
  'cover-is-asked-for-and-taken',
  'many-at-once-with-one-undo',
  'what-is-noise-is-marked-and-counted',
  'what-moves-in-parts-moves-whole',
];

/** Whether the views of the test file at this path are built again by a started server, and not by evolving alone. */
export const isRebuilt = (path = ''): boolean => {
  const [, promise] = path.split('/test/promises/');
  return process.env['TOCSIN_DEEP'] === '1' || promise === undefined || rebuilt.some((part) => promise.startsWith(part));
};
