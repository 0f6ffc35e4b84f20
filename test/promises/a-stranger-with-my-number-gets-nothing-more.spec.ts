import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { TwilioStage } from '@tocsin/testing/channels/twilio/twilio-stage.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const number = '+41791234567';

let world: TwilioStage;
let bo: Player;
beforeAll(async () => {
  world = await TwilioStage.begin();
  bo = await world.stage.addPerson('Bo');
  await world.stage.setPolicy(
    [
      { page: [bo], wait: 5 },
      { page: [world.stage.ana], wait: 5 },
    ],
    2,
  );
});
afterAll(() => world.close());

const smsOf = async (player: Player) =>
  (await world.stage.getRow('contacts', player.personId)).methods.filter(({ kind }) => kind === 'sms');

story('a number that was ported to a stranger', (chapter) => {
  chapter('is used until its new owner sends STOP: then the page that runs goes on at once, without it', async () => {
    const { stage, twilio } = world;
    await world.addNumber(bo, number);
    await bo.api.run('RemoveContactMethod', { personId: bo.personId, contactMethodId: bo.methodId });
    await world.open(1, 'Disk is full');
    const rings = stage.ana.ringCount;
    expect(await twilio.reply(number, 'Stop', { OptOutType: 'STOP' })).toMatchObject({ status: 200, messages: [] });
    await stage.settle();
    expect(await smsOf(bo)).toMatchObject([{ verified: false, disabled: { reason: 'delivery.opted_out' } }]);
    await stage.advance('PT1S');
    expect(stage.ana.ringCount).toBeGreaterThan(rings);
  });

  chapter('is told to its person by every other method, once, however often STOP comes', async () => {
    const isAboutIt = ({ subject }: { readonly subject?: string | undefined }) => subject?.includes('no more pages by SMS') === true;
    await world.mailbox.waitFor(isAboutIt);
    await world.twilio.reply(number, 'STOP', { OptOutType: 'STOP' });
    await world.stage.settleFully();
    expect(world.mailbox.messages.filter(isAboutIt)).toHaveLength(1);
  });

  chapter('is told to the managers of whoever is on call within a day', async () => {
    const isAboutBo = ({ subject }: { readonly subject?: string | undefined }) => subject === 'Bo gets no more pages by SMS';
    expect(world.mailbox.messages.filter(isAboutBo)).toHaveLength(0);
    const { stage, twilio } = world;
    await stage.advance('PT1M');
    const anchor = await stage.settle();
    await createScheduleOn(stage, 'Primary', { anchor, turns: [bo], length: { unit: 'hours', count: 12 } });
    await world.verify(bo, (await smsOf(bo))[0]!.contactMethodId);
    await twilio.reply(number, 'STOP');
    await world.mailbox.waitFor(isAboutBo);
  });

  chapter('answers no page any more, and gets none', async () => {
    const { stage, twilio } = world;
    const before = twilio.messages.length;
    expect((await twilio.reply(number, '1a')).messages).toEqual([]);
    await stage.settle();
    expect(await stage.getGroup(1)).toMatchObject({ status: 'firing' });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(1)).id });
    await stage.settleFully();
    expect(twilio.messages).toHaveLength(before);
  });

  chapter('is switched off for everybody who verified it', async () => {
    await world.verify(bo, (await smsOf(bo))[0]!.contactMethodId);
    await world.addNumber(world.stage.ana, number);
    const players = [bo, world.stage.ana];
    for (const player of players) expect(await smsOf(player)).toMatchObject([{ verified: true }]);
    await world.twilio.reply(number, 'STOP');
    await world.stage.settle();
    for (const player of players) expect(await smsOf(player)).toMatchObject([{ verified: false }]);
  });

  chapter('has one name on the log for all who proved it, by SMS and by calls: it outlives their addresses', async () => {
    const { stage } = world;
    await world.verify(bo, (await smsOf(bo))[0]!.contactMethodId);
    const contactMethodId = await world.addNumber(bo, number, 'voice');
    const { methods } = await stage.getRow('contacts', bo.personId);
    const [ofAna] = await smsOf(stage.ana);
    const numberIds = [ofAna!, ...methods.filter(({ kind }) => kind === 'sms' || kind === 'voice')].map(({ numberId }) => numberId);
    expect(numberIds).toEqual([expect.any(String), numberIds[0], numberIds[0]]);
    await bo.api.run('RemoveContactMethod', { personId: bo.personId, contactMethodId });
    await stage.settle();
  });

  chapter('is not read any more for an hour after five wrong codes in ten minutes', async () => {
    const { stage, twilio } = world;
    await world.open(2, 'The queue is long');
    // alert group 1 was sent to Bo, and is over: no guess
    for (let n = 0; n < 6; n += 1) await twilio.reply(number, '1a');
    for (const code of [91, 92, 93, 94]) await twilio.reply(number, `${code}a`);
    expect((await twilio.reply(number, '95a')).messages).toEqual([expect.stringMatching(/not read for an hour. Use the link/)]);
    expect((await twilio.reply(number, '2a')).messages).toEqual([]);
    await stage.settle();
    expect(await stage.getGroup(2)).toMatchObject({ status: 'firing' });
    await stage.advance('PT61M');
    expect((await twilio.reply(number, '2a')).messages).toEqual([expect.stringMatching(/#2 The queue is long/)]);
  });
});
