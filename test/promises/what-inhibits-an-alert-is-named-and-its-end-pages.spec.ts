import { story } from '@tocsin/testing/stage/story.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
  await stage.setPolicy([{ page: [stage.ana] }]);
});
afterAll(() => stage.close());

const send = async (status: 'firing' | 'resolved', name: string): Promise<void> => {
  const { path } = await stage.integration('alertmanager');
  const message = alertmanagerMessage(status, [{ name, severity: 'critical' }], { groupKey: `{}:${name}`, groupLabels: {} });
  await stage.tocsin.anonymous.request('POST', path, message);
  await stage.settle();
};

story('an alert that another one inhibits', (chapter) => {
  chapter('is snoozed, and suppressed at the end of its snooze while the other fires, which is named', async () => {
    await stage.ana.api.run('SaveInhibitionRule', {
      teamId: stage.setUpAnswer.teamId,
      name: 'Cluster down',
      source: [{ label: 'alertname', operator: '=', value: 'ClusterDown' }],
      target: [{ label: 'alertname', operator: '=', value: 'Slow' }],
    });
    await send('firing', 'Slow');
    await stage.ana.api.run('SnoozeAlertGroup', { groupId: (await stage.getGroup(1)).id, minutes: 30 });
    await send('firing', 'ClusterDown');
    await stage.advance('PT31M');
    expect(await stage.getGroup(1)).toMatchObject({
      status: 'suppressed',
      suppressed: { mutes: [{ kind: 'inhibition', by: { number: 2 } }] },
    });
    const { id: groupId } = await stage.getGroup(1);
    expect(await stage.ana.api.expectRefusal('EscalateAlertGroup', { groupId })).toMatchObject({ code: 'alert_group.inhibited' });
  });

  chapter('pages who snoozed it five minutes after the other ended, though the server was killed meanwhile', async () => {
    await send('resolved', 'ClusterDown');
    await stage.restart('SIGKILL');
    await stage.advance('PT4M');
    expect(await stage.getGroup(1)).toMatchObject({ status: 'suppressed' });
    await stage.advance('PT2M');
    expect(await stage.getGroup(1)).toMatchObject({ status: 'firing', paging: [stage.ana.personId] });
  });
});
