/**
 * The test suites, each a project of jest.config.mjs. `minutes` is a budget, not a timeout: a run over it is a failure, so that the whole
 * stays something one runs before every push. `needs` is what scripts/test.mjs makes ready first.
 */
export const suites = {
  unit: { minutes: 2, workers: 2, needs: [] },
  contract: { minutes: 2, workers: 2, needs: ['build', 'postgres'] },
  promises: { minutes: 4, workers: 2, needs: ['build', 'postgres'] },
  senders: { minutes: 2, workers: 1, needs: ['build', 'alertmanager'] },
  browser: { minutes: 3, workers: 1, needs: ['build', 'chromium'] },
  faults: { minutes: 2, workers: 1, needs: ['build'] },
  simulation: { minutes: 1, workers: 1, needs: ['build'] },
};
