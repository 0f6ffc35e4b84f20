import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { Load } from './load.js';

describe('while a server starts', () => {
  it('nobody with a right key is ever told that it is wrong', async () => {
    const real = await RealStage.begin();
    const key = await real.key('pagerduty-events');
    await real.stop('SIGKILL');
    const load = new Load('Starting', key, 5, { shouldRetry: true });
    const loadRun = load.run(real.url, 4);
    await real.restart();
    await load.waitForAccepted(20);
    load.stop();
    await loadRun;
    expect(load.statuses.filter((status) => status !== 'cut' && status !== 202 && status !== 503)).toEqual([]);
    await real.close();
  });
});
