import { story } from '@tocsin/testing/stage/story.js';
import type { SilencePreview } from '@tocsin/contracts/silences/preview.js';
import { sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.setPolicy([{ page: [stage.ana] }]);
  await stage.alertmanager('firing', [{ name: 'DiskFull', severity: 'critical' }]);
});
afterAll(() => stage.close());

const preview = async (operator: '=' | '!=', value: string): Promise<SilencePreview> => {
  const body = { teamId: stage.setUpAnswer.teamId, matchers: [{ label: 'alertname', operator, value }], labels: ['region'] };
  const answer = await sentAgain(() => stage.ana.api.request<SilencePreview>('POST', '/api/silences/preview', body));
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

story('a silence that is being written', (chapter) => {
  chapter('shows the open alert groups that it covers, and what it would have covered in seven days', async () => {
    const { id: groupId } = await stage.getGroup();
    expect(await preview('=', 'DiskFull')).toMatchObject({
      open: [{ groupId, number: 1, urgency: 'high', firing: 1, covered: 1 }],
      groups: 1,
      past: { groups: 1, alerts: 1, isCut: false },
      lacking: { region: 1 },
      matchesMissing: false,
    });
    expect(await preview('=', 'Memory')).toMatchObject({ open: [], groups: 0, past: { alerts: 0 } });
  });

  chapter('says that alerts without its labels match, and is started with the number of groups that it covers', async () => {
    expect(await preview('!=', 'Memory')).toMatchObject({ groups: 1, matchesMissing: true });
    const { teamId } = stage.setUpAnswer;
    const matchers = [{ label: 'alertname', operator: '!=' as const, value: 'Memory' }];
    const silence = { teamId, matchers, until: new Date(Date.parse(await stage.tocsin.advance('PT0S')) + 3_600_000).toISOString() };
    expect(await stage.ana.api.expectRefusal('StartSilence', silence)).toMatchObject({ code: 'silence.matches_everything' });
    await stage.ana.api.run('StartSilence', { ...silence, confirmedGroups: 1 });
    await stage.settle();
    expect(await stage.getGroup()).toMatchObject({ status: 'suppressed', olderThanSilence: true });
  });
});
