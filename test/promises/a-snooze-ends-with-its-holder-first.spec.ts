import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
});
afterAll(() => stage.close());

const snooze = async (player: Player, end: object): Promise<void> => {
  await player.api.run('SnoozeAlertGroup', { groupId: (await stage.getGroup()).id, ...end });
};
const rings = ({ pageCauses: heard }: Player) => heard.filter((cause) => cause !== 'resolved');

story('a snoozed alert group', (chapter) => {
  chapter(
    'pages no one before the snooze ends, though the server was killed; then who snoozed it, and the policy five minutes later',
    async () => {
      await snooze(bo, { minutes: 30 });
      expect(await stage.getGroup()).toMatchObject({ status: 'snoozed', holder: { personId: bo.personId }, next: null, paging: [] });
      const before = [stage.ana, bo].map(rings);
      await stage.restart('SIGKILL');
      await stage.advance('PT29M');
      expect([stage.ana, bo].map(rings)).toEqual(before);
      await stage.advance('PT2M');
      expect(await stage.getGroup()).toMatchObject({ status: 'firing', holder: null });
      expect(bo.pageCauses.at(-1)).toBe('holder_first');
      await stage.advance('PT5M');
      expect(stage.ana.pageCauses.at(-1)).toBe('escalation');
    },
  );

  chapter('is resolved by its sender as any other, and then nobody is paged when it would have ended', async () => {
    await snooze(bo, { minutes: 30 });
    await stage.alertmanager('resolved', [{ name: 'DiskFull' }]);
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved' });
    const before = [stage.ana, bo].map(rings);
    await stage.advance('PT1H');
    expect([stage.ana, bo].map(rings)).toEqual(before);
  });
});
