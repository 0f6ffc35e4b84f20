/**
 * The test suites, each a project of jest.config.mjs. `minutes` is a budget, not a timeout: a run over it is reported as slow and fails
 * nothing. The whole should stay something one runs before every push. `needs` is what scripts/test.mjs makes ready first. A suite may be another one’s
 * `project` again, in another environment; the deep run takes all of its files, the short one goes `without` some. What a machine’s other
 * work would spoil is a suite of its own, `only` those files of a project; the suites of the project’s name leave them to it.
 */
export const suites = {
  unit: { minutes: 2, workers: 2, needs: [] },
  contract: { minutes: 2, workers: 2, needs: ['build', 'postgres'] },
  promises: { minutes: 4, workers: 2, needs: ['build', 'postgres'] },
  cluster: {
    project: 'promises',
    env: { TOCSIN_TEST_PROFILE: 'cluster' },
    // the main job is tried on both; these are about people, doors and addresses, and wait for the deep run
    without: [
      'calls-no-private',
      'documents-itself',
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
      'many-people-at-once',
      'no-admin-becomes',
      'nobody-takes',
      'nothing-that-is-pointed-at',
      'the-last-owner',
      'what-is-removed',
      'says-in-a-sentence',
      'sessions-end',
      'a-stolen-session',
      'nobody-reads',
      'tells-what-became',
      'who-may-do-what',
    ],
    minutes: 4,
    workers: 2,
    needs: ['build', 'postgres'],
  },
  senders: { minutes: 2, workers: 2, needs: ['build', 'alertmanager'] },
  browser: { minutes: 8, workers: 3, needs: ['build', 'chromium', 'postgres'] },
  smooth: { project: 'browser', only: ['ten-thousand-groups'], minutes: 2, workers: 1, needs: ['build', 'chromium'] },
  faults: { minutes: 3, workers: 2, needs: ['build', 'postgres'] },
  golden: { minutes: 2, workers: 2, needs: ['build', 'postgres'] },
  simulation: { minutes: 2, workers: 1, needs: ['build'] },
};
