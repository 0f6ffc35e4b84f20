/**
 * The test suites, each a project of jest.config.mjs. They run together: where a file of one waits (for a sender, a deadline, a server), files of
 * others compute. `minutes` is a budget of what its files take one after another, not a timeout: a suite over it is reported as slow and fails
 * nothing. `needs` is what scripts/test.mjs makes ready first. A suite’s files are those of the `folder` of its name in test, or of another one’s
 * again, in an environment that `setup` makes; the deep run takes all of them, the short one goes `without` some, none of which are needed for its `ways`. With `sharesPostgres` one server is started for all files, each of which has databases of its own. With `hosts`, servers under the manual clock are started one after
 * another in a process that has run others before (decision 106). The suite `after` proves the logs that the tests of the others left, and starts
 * servers on some of them. The tests of a file run in an order of their own in suites that are `shuffled`: no test there needs an earlier one.
 */
export const suites = {
  unit: { minutes: 6, needs: [] },
  contract: { minutes: 3, needs: ['build', 'postgres'], hosts: true, shuffled: true },
  promises: { minutes: 19, needs: ['build', 'postgres'], hosts: true, shuffled: true },
  cluster: {
    folder: 'promises',
    setup: ['<rootDir>/test/cluster-profile.ts'],
    sharesPostgres: true,
    // Each way in which a server uses its stores, with promises that do (decision 111): a spec keeps them in the short run.
    ways: {
      'one row, and timers': ['rings-me-and-stops-when-i-acknowledge', 'climbs-to-the-next-when-nobody-answers', 'takes-over-and-joins'],
      'lists, filters and the past': ['shows-what-it-was-like-then', 'acknowledge-all-of-a-filter-is-one-command', 'messages/what-is-sent'],
      'pages of history, and search': ['every-event-says-who-when-and-why', 'says-why-somebody-was-paged'],
      'appends that meet': ['two-acknowledge-at-once', 'the-same-key-is-the-same-command'],
      'many and large appends': ['storms/storms', 'many-at-once-with-one-undo'],
      'a server that was killed': ['rings-again-after-a-kill', 'what-a-kill-interrupted-is-done', 'signals/signals', 'pages/pages'],
      'a kill while something waits': ['a-kill-in-the-middle-of-a-bundle-loses-no-page', 'a-throttle-survives-a-kill'],
      'a server that was away': ['goes-on-after-it-was-away', 'a-snooze-ends-with-its-holder-first'],
      'views that are built again': ['deleted-views-come-back-the-same', 'everything-it-decided-can-be-decided-again'],
      'erased and redacted': ['an-erased-person-is-gone', 'a-redacted-note-is-gone'],
      'reads of the whole log': ['audit/audit', 'a-report-is-pinned-to-the-log', 'a-drill-says-what-then-happens'],
      'other logs, and kept results': ['alerts-are-imported-by-the-api', 'a-backtest-goes-on-after-a-restart'],
      'effects of each channel': ['a-webhook-step-calls-its-address', 'rings-a-locked-phone', 'a-week-is-summed-up-by-mail'],
    },
    // Everything runs on it in the deep run. These are about people, doors, addresses, receivers of events and the clock of tests
    without: [
      'calls-no-private',
      'documents-itself',
      'a-mistyped-address',
      'instants-are-read',
      'hands-off-right',
      'everybody-may-what',
      'keeps-strangers-out',
      'my-account-is-mine',
      'no-get-changes',
      'no-secret-gets-out',
      'signs-in-by-openid',
      'speaks-https',
      'the-public-address',
      'tokens-open',
      'what-is-asked-too-often',
      'what-is-refused',
      'a-restored-store',
      'a-forgotten-sender',
      'a-name-in-free-text',
      'an-archived-service',
      'leaving-names',
      'leaving-with-hundreds',
      'mail-is-set-up',
      'many-people-at-once',
      'no-admin-becomes',
      'nobody-takes',
      'nothing-that-is-pointed-at',
      'the-last-owner',
      'what-is-removed',
      'what-moves-in-parts',
      'says-in-a-sentence',
      'schedules/',
      // under the system clock or for the embedded profile alone: the same in any run
      'a-demo-pages-nobody',
      'alerts-from-elsewhere-are-reported-on',
      'logs-of-other-systems-are-imported-as-they-are',
      'audit/alarm',
      'no-load-stops-another-page',
      'a-storm-survives',
      'a-line-of-shell',
      'an-address-is-proved',
      'links-in-pages',
      'says-when-each-method',
      'signs-what-it-sends',
      'somebody-outside',
      'tells-other-systems',
      'the-clock-waits',
      'set-up-is-whole',
      'sessions-end',
      'a-stolen-session',
      'nobody-reads',
      'tells-what-became',
      'who-may-do-what',
      // rules over histories of one alert group or person, which acts, rows by their id and timers decide: the remaining ones have all three
      'a-backtest-changes',
      'a-cut-message',
      'a-high-snooze',
      'a-re-fire-reopens',
      'a-snooze-is-ended',
      'a-test-alert',
      'acts/',
      'an-edited-policy',
      'asks-the-holder',
      'bundles/',
      'calls-the-next-early',
      'goes-on-to-my-next',
      'low-urgency',
      'observers',
      'pagerdutys-key',
      'pages-again',
      'pages-me-by-every-method',
      'policies/',
      'reads-my-rules',
      'resolved-by-hand',
      'tells-me-once',
      'throttles/',
      'what-a-disabled-person',
      'what-nobody-takes',
    ],
    minutes: 9,
    needs: ['build', 'postgres'],
    hosts: true,
    shuffled: true,
  },
  senders: { minutes: 3, needs: ['build', 'alertmanager'], hosts: true, shuffled: true },
  browser: { minutes: 22, needs: ['build', 'chromium', 'postgres'], hosts: true },
  faults: { minutes: 9, needs: ['build', 'postgres'] },
  golden: { minutes: 2, needs: ['build', 'postgres'] },
  simulation: { minutes: 5, needs: ['build'] },
  proofs: { minutes: 4, needs: ['build'], hosts: true, shuffled: true, after: true },
};

/** Files that run at one time, on two cores: three, as they wait for servers and stores as long as they compute, and two would leave a core idle. */
export const filesAtOnce = 3;

/** Minutes that the whole run may take on two cores: one runs it before every push. */
export const wholeMinutes = 20;

/**
 * Files that wait in real time for nearly all of theirs, for a sender’s interval or a deadline of minutes: they run one after another beside the
 * others, and don’t occupy a worker.
 */
export const waitingFiles = [
  'test/faults/stores-away.spec.ts',
  'test/senders/alertmanager-real.spec.ts',
  'test/promises/audit/alarm.spec.ts',
];

/** Files that take a minute or more start first, longest first; otherwise one core would wait for them at the end. */
export const longFiles = [
  'test/browser/every-screen-waits-and-fails-in-words.spec.ts',
  'test/browser/accessibility.spec.ts',
  'libs/domain/src/largest.spec.ts',
  'test/faults/kill.spec.ts',
  'test/faults/the-thread-of-the-screens-ends.spec.ts',
  'test/golden/golden.spec.ts',
  'test/simulation/engine-even-seeds.spec.ts',
  'test/simulation/engine-odd-seeds.spec.ts',
  'test/promises/storms/storms.spec.ts',
  'test/promises/pages/pages.spec.ts',
];
