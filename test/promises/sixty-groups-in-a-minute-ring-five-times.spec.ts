import { TwilioStage } from '@tocsin/testing/channels/twilio/twilio-stage.js';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { story } from '@tocsin/testing/stage/story.js';

const [texted, called] = ['+41791234567', '+41797654321'];

let world: TwilioStage;
beforeAll(async () => {
  world = await TwilioStage.begin();
  const { stage } = world;
  await stage.setPolicy([{ page: [stage.ana], wait: 60 }]);
  await world.addNumber(stage.ana, texted);
  await world.addNumber(stage.ana, called, 'voice');
  await stage.ana.api.run('RemoveContactMethod', { personId: stage.ana.personId, contactMethodId: stage.ana.methodId });
  await stage.advance('PT1H');
});
afterAll(() => world.close());

story('sixty alert groups in a minute that page one person', (chapter) => {
  let [messages, calls] = [0, 0];

  chapter('ring their phone at most five times in ten minutes by SMS, and three times by calls', async () => {
    const { stage, twilio } = world;
    [messages, calls] = [twilio.messages.length, twilio.calls.length];
    // six services, none of which has a storm, and a restart in the middle
    for (let n = 0; n < 6; n += 1) {
      await openMany(stage, 10, { from: 1 + n * 50, severity: 'critical' });
      if (n === 3) await stage.restart('SIGKILL');
      await stage.advance('PT10S');
    }
    expect(await stage.listGroups()).toHaveLength(60);
    for (let minute = 0; minute < 9; minute += 1) await stage.advance('PT1M');
    await stage.settleFully();
    const [texts, rung] = [twilio.messages.slice(messages), twilio.calls.slice(calls)];
    expect([texts.length, rung.length].map((count, n) => count >= 1 && count <= [5, 3][n]!)).toEqual([true, true]);
    // nothing is lost: the last ones name how many there are
    expect(texts.at(-1)!.body).toMatch(/alert groups/);
  });

  chapter('keep to the limits of the method for the hour', async () => {
    const { stage, twilio } = world;
    for (let n = 0; n < 10; n += 1) await stage.advance('PT5M');
    expect(twilio.messages.length - messages).toBeLessThanOrEqual(11);
    expect(twilio.calls.length - calls).toBeLessThanOrEqual(7);
  });
});
