import { domain } from '@tocsin/domain/registry.js';
import { findLateTimers } from '@tocsin/testing/late-timers.js';
import { compareRowsByEvolve, eventsOfFolder, reenactFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

describe('everything that was decided', () => {
  it('is decided again just so, beside the running server, after a kill, and its rows come from the log alone', async () => {
    const bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [stage.ana] }, { page: [bo], wait: 3 }], 1);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.advance('PT7M');
    await bo.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.advance('PT40M');
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    const faultless = { differences: [], missing: [], otherLogic: 0 };
    const reenactment = await reenactFolder(stage.tocsin.data);
    expect(reenactment).toMatchObject(faultless);
    expect(findLateTimers(domain, await eventsOfFolder(stage.tocsin.data), 1_000)).toEqual([]);
    expect(reenactment.checked).toBeGreaterThan(40);
    expect(await compareRowsByEvolve(stage.tocsin.data)).toMatchObject({ before: [], rebuilt: [] });

    await stage.restart('SIGKILL');
    await stage.settle();
    expect(await reenactFolder(stage.tocsin.data)).toMatchObject(faultless);
  });
});
