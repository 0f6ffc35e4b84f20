/**
 * The test suites, each a project of jest.config.mjs. They run together: where a file of one waits (for a sender, a deadline, a server), files of
 * others compute. `minutes` is a budget of what its files take one after another, not a timeout: a suite over it is reported as slow and fails
 * nothing. `needs` is what scripts/test.mjs makes ready first. A suite’s files are those of the `folder` of its name in test, or of another one’s
 * again, in an environment that `setup` makes; the deep run takes all of them, the short one goes `without` some. What the machine’s other work
 * would spoil is a suite of its own, `only` those files of a folder, and runs `alone`; the suites of the folder leave them to it. With `sharesPostgres`
 * one server is started for all files, each of which has databases of its own. With `hosts`, servers under the manual clock are started one after
 * another in a process that has run others before (decision 106). The suite `after` proves the logs that the tests of the others left.
 */
export const suites = {
  unit: { minutes: 4, needs: [] },
  contract: { minutes: 2, needs: ['build', 'postgres'] },
  promises: { minutes: 20, needs: ['build', 'postgres'], hosts: true },
  cluster: {
    folder: 'promises',
    setup: ['<rootDir>/test/cluster-profile.ts'],
    sharesPostgres: true,
    // the main job is tried on both; these are about people, doors, addresses, receivers of events and the clock of tests, and wait for the deep run
    without: [
      'calls-no-private',
      'documents-itself',
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
      'a-redacted-note',
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
      // under the system clock, on the embedded profile in any run
      'audit/alarm',
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
    ],
    minutes: 12,
    needs: ['build', 'postgres'],
    hosts: true,
  },
  senders: { minutes: 3, needs: ['build', 'alertmanager'] },
  browser: { minutes: 25, needs: ['build', 'chromium', 'postgres'] },
  smooth: { folder: 'browser', alone: true, only: ['ten-thousand-groups'], minutes: 2, needs: ['build', 'chromium'] },
  faults: { minutes: 9, needs: ['build', 'postgres'] },
  golden: { minutes: 2, needs: ['build', 'postgres'] },
  simulation: { minutes: 5, needs: ['build'] },
  proofs: { minutes: 3, needs: [], after: true },
};

/** Files that run at one time, on two cores: three, as they wait for servers and stores as long as they compute, and two would leave a core idle. */
export const filesAtOnce = 3;

/** Minutes that the whole run may take on two cores: one runs it before every push. */
export const wholeMinutes = 20;

/**
 * Files that wait in real time for nearly all of theirs, for a sender’s interval or a deadline of minutes: they run one after another beside the
 * others, and keep no place in which something computes.
 */
export const waitingFiles = ['test/faults/stores-away.spec.ts', 'test/senders/alertmanager-real.spec.ts'];

/** What takes a minute or more begins first, as one core would wait for it in the end. The longest first. */
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
