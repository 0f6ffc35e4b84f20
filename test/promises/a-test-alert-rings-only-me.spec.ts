import { story } from '@tocsin/testing/stage/story.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  await stage.setPolicy([{ page: [bo] }]);
});
afterAll(() => stage.close());

story('a test alert', (chapter) => {
  chapter('pages only the person who pressed, and says that it is a test', async () => {
    await stage.ana.api.run('SendTestAlert', { serviceId: stage.setUpAnswer.serviceId });
    await stage.settle();
    expect(stage.ana.phone.pages).toMatchObject([{ number: 1, test: true }]);
    await stage.advance('PT9M');
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([1, 0]);
    expect(await stage.getGroup()).toMatchObject({ test: true, status: 'firing' });
  });

  chapter('ends by itself after ten minutes, and notifies no one', async () => {
    await stage.advance('PT1M');
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved', resolvedBy: { by: 'timer' } });
    await stage.advance('PT2H');
    expect([stage.ana.phone.pages.length, bo.phone.pages.length]).toEqual([1, 0]);
  });

  chapter('runs the whole policy when it is told to', async () => {
    await stage.ana.api.run('SendTestAlert', { serviceId: stage.setUpAnswer.serviceId, wholePolicy: true });
    await stage.settle();
    expect(bo.phone.pages).toMatchObject([{ number: 2, test: true }]);
  });
});
