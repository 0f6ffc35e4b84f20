import { TwilioStage } from '@tocsin/testing/channels/twilio/twilio-stage.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const number = '+41791234567';

let world: TwilioStage;
let bo: Player;
beforeAll(async () => {
  world = await TwilioStage.begin();
  bo = await world.stage.addPerson('Bo');
  await world.stage.setPolicy([
    { page: [world.stage.ana], wait: 30 },
    { page: [bo], wait: 30 },
  ]);
});
afterAll(() => world.close());

const pagesOfAna = async (n: number) => world.stage.pagesOf((await world.stage.getGroup(n)).id, world.stage.ana);

story('a person who can’t take it', (chapter) => {
  chapter('passes it on by a word: the next is paged at once, and nobody counts as having it', async () => {
    await world.addNumber(world.stage.ana, number);
    await world.open(1, 'Disk is full');
    expect(bo.ringCount).toBe(0);
    expect((await world.twilio.reply(number, 'Pass')).messages).toEqual([expect.stringMatching(/^Passed on: #1 Disk is full/)]);
    await world.stage.settleFully();
    expect(bo.ringCount).toBe(1);
    expect(await pagesOfAna(1)).toMatchObject([{ state: 'answered', answeredBecause: 'passed_on' }]);
    expect(await world.stage.getGroup(1)).toMatchObject({ status: 'firing' });
  });

  chapter('or by key 2 while the voice speaks', async () => {
    await world.addNumber(world.stage.ana, '+41797654321', 'voice');
    const calls = world.twilio.calls.length;
    await world.open(2, 'Disk is full again');
    const call = await world.twilio.waitForCall((one) => world.twilio.calls.indexOf(one) >= calls);
    expect(call.twiml).toContain('2 to pass it on');
    expect((await world.twilio.press(call, '2')).body).toContain('Passed on.');
    await world.stage.settleFully();
    expect(bo.ringCount).toBe(2);
    expect((await pagesOfAna(2)).at(-1)).toMatchObject({ state: 'answered', answeredBecause: 'passed_on' });
  });
});
