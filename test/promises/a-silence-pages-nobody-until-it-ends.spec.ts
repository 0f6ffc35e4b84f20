import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { addMillis } from '@tocsin/kernel/time.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
});
afterAll(() => stage.close());

const rings = (): readonly (readonly string[])[] =>
  [stage.ana, bo].map(({ pageCauses }) => pageCauses.filter((cause) => cause !== 'resolved'));
const startSilence = async (minutes: number): Promise<string> => {
  const now = await stage.tocsin.advance('PT0S');
  const { says } = await stage.ana.api.run('StartSilence', {
    teamId: stage.setUpAnswer.teamId,
    matchers: [{ label: 'alertname', operator: '=', value: 'DiskFull' }],
    until: addMillis(now, minutes * 60_000),
    comment: 'Database move',
  });
  return String(says['silenceId']);
};

story('a silence', (chapter) => {
  chapter('suppresses what it covers, seen in the list with its reason; nobody is paged, though the server was killed', async () => {
    const silenceId = await startSilence(60);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    expect(await stage.getGroup()).toMatchObject({
      status: 'suppressed',
      next: null,
      suppressed: { mutes: [{ kind: 'silence', id: silenceId }] },
    });
    await stage.restart('SIGKILL');
    await stage.advance('PT59M');
    expect(await stage.ana.api.list('alertGroups', 'where.status=suppressed')).toHaveLength(1);
    expect(rings()).toEqual([[], []]);
  });

  chapter('refuses to escalate, and says until when; a responder who is added is paged', async () => {
    const groupId = (await stage.getGroup()).id;
    expect(await stage.ana.api.expectRefusal('EscalateAlertGroup', { groupId })).toMatchObject({ code: 'alert_group.suppressed' });
    await stage.ana.api.run('AddResponder', { groupId, personId: bo.personId });
    await stage.settle();
    expect(rings()).toEqual([[], ['person']]);
  });

  chapter('ends, and pages five minutes later what still fires: once, though the server was killed between', async () => {
    await stage.advance('PT2M');
    await stage.restart('SIGKILL');
    expect(await stage.getGroup()).toMatchObject({ status: 'suppressed' });
    await stage.advance('PT5M');
    expect(await stage.getGroup()).toMatchObject({ status: 'firing' });
    expect(stage.ana.pageCauses).toEqual(['escalation']);
  });
});
