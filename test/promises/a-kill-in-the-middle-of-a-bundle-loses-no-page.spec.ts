import { Stage } from '@tocsin/testing/stage/stage.js';

/** Alert groups that open one after the other. */
const openGroups = async (stage: Stage, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    await stage.alertmanager('firing', [{ name }], { groupKey: name });
    await stage.settle();
  }
};

it('every page of it goes out again, as one message', async () => {
  const stage = await Stage.begin();
  const { phone } = stage.ana;
  await openGroups(stage, ['First', 'Second', 'Third', 'Fourth']);
  expect(phone.messages).toHaveLength(1);
  phone.hang();
  // the call of the bundle is in progress, with an unknown outcome
  void stage.advance('PT1M').catch(() => {});
  await phone.waitForRing(({ body }) => body.includes('"bundle"'));
  await stage.restart('SIGKILL');
  phone.recover();
  await stage.settle();
  expect(phone.messages.slice(1)).toMatchObject([{ type: 'bundle', count: 3 }]);
  await stage.close();
});
