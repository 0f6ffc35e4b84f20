import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { addMillis } from '@tocsin/kernel/time.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.setPolicy([{ page: [stage.ana] }]);
});
afterAll(() => stage.close());

const startSilence = async (minutes: number): Promise<string> => {
  const now = await stage.tocsin.advance('PT0S');
  const matchers = [{ label: 'alertname', operator: '=' as const, value: 'DiskFull' }];
  const { teamId } = stage.setUpAnswer;
  return String((await stage.ana.api.run('StartSilence', { teamId, matchers, until: addMillis(now, minutes * 60_000) })).says['silenceId']);
};

story('two silences over one alert', (chapter) => {
  chapter('mute it when the later one is ended first', async () => {
    await startSilence(30);
    const later = await startSilence(60);
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    await stage.ana.api.run('EndSilence', { silenceId: later });
    await stage.advance('PT20M');
    expect(await stage.getGroup()).toMatchObject({ status: 'suppressed', suppressed: { settlesAt: null } });
    expect(stage.ana.pageCauses).toEqual([]);
  });

  chapter('page for it when the other has ended too, five minutes later', async () => {
    await stage.advance('PT11M');
    expect(await stage.getGroup()).toMatchObject({ status: 'suppressed' });
    await stage.advance('PT5M');
    expect(stage.ana.pageCauses).toEqual(['escalation']);
  });
});
