import { TwilioStage } from '@tocsin/testing/channels/twilio/twilio-stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const number = '+41791234567';

let world: TwilioStage;
beforeAll(async () => {
  world = await TwilioStage.begin();
  const { stage } = world;
  await stage.setPolicy([{ page: [stage.ana], wait: 60 }]);
  await world.addNumber(stage.ana, number);
  await stage.ana.api.run('RemoveContactMethod', { personId: stage.ana.personId, contactMethodId: stage.ana.methodId });
});
afterAll(() => world.close());

story('a reply to a page of last week', (chapter) => {
  chapter('says that it is resolved, and touches neither that alert group nor a new one', async () => {
    const { stage, twilio } = world;
    await world.open(1, 'Disk is full');
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(1)).id });
    await stage.advance('P7D');
    await world.open(2, 'The queue is long');
    const [, late] = [await twilio.reply(number, '1a'), await twilio.reply(number, '1c')];
    expect(late.messages).toEqual([expect.stringMatching(/resolved|No page for #1/i)]);
    await stage.settle();
    expect(await stage.getGroup(1)).toMatchObject({ status: 'resolved' });
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing' });
  });

  chapter('is no answer of somebody who was disabled since', async () => {
    const { stage, twilio } = world;
    const bo = await stage.addPerson('Bo');
    await world.addNumber(bo, '+41797654321');
    await stage.setPolicy([{ page: [bo], wait: 60 }]);
    await world.open(3, 'The door is open');
    await stage.ana.api.prove();
    await stage.ana.api.run('DisablePerson', { personId: bo.personId, leaveGaps: true });
    await stage.settle();
    await twilio.reply('+41797654321', '3a');
    await stage.settle();
    expect(await stage.getGroup(3)).toMatchObject({ status: 'firing' });
  });
});
