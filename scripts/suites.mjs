/**
 * The test suites, each a project of jest.config.mjs. `minutes` is a budget, not a timeout: a run over it is a failure, so that the whole
 * stays something one runs before every push. `needs` is what scripts/test.mjs makes ready first. A suite may be another one’s
 * `project` again, in another environment, `without` some of its files.
 */
export const suites = {
  unit: { minutes: 4, workers: 2, needs: [] },
  contract: { minutes: 4, workers: 2, needs: ['build', 'postgres'] },
  promises: { minutes: 5, workers: 2, needs: ['build', 'postgres'] },
  cluster: {
    project: 'promises',
    env: { TOCSIN_TEST_PROFILE: 'cluster' },
    minutes: 7,
    workers: 2,
    needs: ['build', 'postgres'],
  },
  senders: { minutes: 3, workers: 1, needs: ['build', 'alertmanager'] },
  browser: { minutes: 5, workers: 1, needs: ['build', 'chromium'] },
  faults: { minutes: 4, workers: 1, needs: ['build', 'postgres'] },
  simulation: { minutes: 2, workers: 1, needs: ['build'] },
};
