import { Stage } from '@tocsin/testing/stage/stage.js';

const openGroup = async (stage: Stage, name: string): Promise<void> => {
  await stage.alertmanager('firing', [{ name, severity: 'warning' }], { groupKey: name });
  await stage.settle();
};

it('what was sent before it counts, and what waits goes out as one message when there is room', async () => {
  const stage = await Stage.begin();
  const { api, methodId, personId, phone } = stage.ana;
  await api.run('ChooseWebhookRelay', { personId, contactMethodId: methodId, relaysAs: 'sms' });
  await stage.settle();
  for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
    await openGroup(stage, name);
    await stage.advance('PT2M');
  }
  await openGroup(stage, 'Sixth');
  expect(phone.messages).toHaveLength(5);
  await stage.restart('SIGKILL');
  await stage.settle();
  await openGroup(stage, 'Seventh');
  expect(phone.messages).toHaveLength(5);
  await stage.advance('PT5M');
  expect(phone.messages.slice(5)).toMatchObject([{ type: 'bundle', count: 2 }]);
  await stage.close();
});
