import { TwilioStage } from '@tocsin/testing/channels/twilio/twilio-stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const number = '+41791234567';

let world: TwilioStage;
beforeAll(async () => {
  world = await TwilioStage.begin();
  const { stage } = world;
  await stage.setPolicy([{ page: [stage.ana], wait: 60 }]);
  await world.addNumber(stage.ana, number);
  // her phone is the method that follows when the SMS fails
  const { personId, methodId } = stage.ana;
  const { rules } = await stage.getRow('contacts', personId);
  for (const rule of rules.filter(({ contactMethodId }) => contactMethodId === methodId))
    await stage.ana.api.run('RemoveNotificationRule', { personId, ruleId: rule.ruleId });
});
afterAll(() => world.close());

story('a provider of SMS that is away for an hour', (chapter) => {
  chapter('costs nobody a page: each goes by the next method at once', async () => {
    const { stage, twilio } = world;
    twilio.refuse('*', 503, 0);
    for (let n = 1; n <= 6; n += 1) {
      const before = stage.ana.ringCount;
      await stage.generic({ summary: `Disk ${n} is full`, key: `k${n}`, severity: 'critical' });
      await stage.advance('PT10M');
      expect(stage.ana.ringCount).toBeGreaterThan(before);
    }
  });

  chapter('gets no flood of old messages once it is back', async () => {
    const { stage, twilio } = world;
    const before = twilio.messages.length;
    twilio.accept('*');
    // older ones are due again by their policy, which is nothing old
    for (let n = 1; n <= 5; n += 1) await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: (await stage.getGroup(n)).id });
    await stage.advance('PT8M');
    await stage.settleFully();
    expect(twilio.messages).toHaveLength(before);
    await world.open(7, 'The door is open');
  });
});
