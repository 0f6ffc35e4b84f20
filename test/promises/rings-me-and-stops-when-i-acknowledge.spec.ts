// cluster: short, one row, and timers
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

describe('when monitoring says that something is wrong', () => {
  it('rings the phone of the person on call, says what it is, and stops when they acknowledge', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);

    const [page] = stage.ana.phone.pages;
    expect(page).toMatchObject({ number: 1, title: 'DiskFull on db-1', urgency: 'high', service: 'Production', quiet: false });
    const group = await stage.getGroup();
    expect(group).toMatchObject({ status: 'firing', paging: [stage.ana.personId], holder: null });

    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: group.id });
    await stage.advance('PT19M');
    expect(stage.ana.ringCount).toBe(1);
    expect(await stage.getGroup()).toMatchObject({
      status: 'acknowledged',
      holder: { kind: 'person', personId: stage.ana.personId },
      paging: [],
      next: null,
    });
  });
});
