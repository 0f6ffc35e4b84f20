import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.setPolicy([{ page: [stage.ana] }]);
  const { teamId, serviceId } = stage.setUpAnswer;
  const { name, policyId, version } = await stage.getRow('services', serviceId);
  await stage.ana.api.run('ChangeService', { teamId, serviceId, name, policyId, version, flapDetection: true });
});
afterAll(() => stage.close());

const changes = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await stage.alertmanager(n % 2 === 0 ? 'firing' : 'resolved', [{ name: 'DiskFull' }]);
    await stage.advance('PT2M');
  }
};
/** Whoever has it is still asked whether they work on it. */
const rings = (): number => stage.ana.pageCauses.filter((cause) => cause !== 'resolved' && cause !== 'reminder').length;
let rungBefore = 0;

story('what fires and resolves again and again', (chapter) => {
  chapter('stays open from the fourth change in half an hour on, and says so', async () => {
    await changes(3);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup()).id });
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    const { flaps, ...group } = await stage.getGroup();
    expect(group).toMatchObject({ status: 'acknowledged', firing: 0 });
    expect(flaps?.quietSince).not.toBeNull();
    rungBefore = rings();
  });

  chapter('rings nobody again, though the server is killed in between', async () => {
    await stage.advance('PT2M');
    await stage.restart('SIGKILL');
    await changes(3);
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', firing: 1, flaps: { quietSince: null } });
    expect(rings()).toBe(rungBefore);
  });

  chapter('is resolved when it has been quiet for a quarter of an hour, and that is told once', async () => {
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    await stage.restart('SIGKILL');
    await stage.advance('PT14M');
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged' });
    const told = stage.ana.pageCauses.filter((cause) => cause === 'resolved').length;
    await stage.advance('PT2M');
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved' });
    expect(await stage.listGroups()).toHaveLength(1);
    expect(stage.ana.pageCauses.filter((cause) => cause === 'resolved')).toHaveLength(told + 1);
    expect(rings()).toBe(rungBefore);
  });
});
