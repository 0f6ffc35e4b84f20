import { TwilioStage } from '@tocsin/testing/channels/twilio/twilio-stage.js';
import type { CallbackAnswer, SentCall } from '@tocsin/testing/channels/twilio/twilio-server.js';
import { story } from '@tocsin/testing/stage/story.js';

const [texted, called] = ['+41791234567', '+41797654321'];

let world: TwilioStage;
beforeAll(async () => {
  world = await TwilioStage.begin();
  await world.stage.setPolicy([{ page: [world.stage.ana], wait: 60 }]);
});
afterAll(() => world.close());

const statusOf = async (n: number) => {
  await world.stage.settleFully();
  return (await world.stage.getGroup(n)).status;
};
const attemptsOf = async (n: number) =>
  (await world.stage.pagesOf((await world.stage.getGroup(n)).id, world.stage.ana)).flatMap(({ attempts }) => attempts);

story('a connection that is removed while pages run', (chapter) => {
  let call: SentCall;

  chapter('sends no more: pages go on by the next method, which is said', async () => {
    await world.addNumber(world.stage.ana, texted);
    await world.addNumber(world.stage.ana, called, 'voice');
    await world.open(1, 'Disk is full');
    await world.open(2, 'Disk is full again');
    call = world.twilio.calls.at(-1)!;
    await world.stage.settleFully();
    await world.stage.ana.api.run('RemoveConnection', { connectionId: world.connectionId });
    const { length } = world.twilio.messages;
    const rings = world.stage.ana.ringCount;
    await world.stage.generic({ summary: 'After it', key: 'k3', severity: 'critical' });
    await world.stage.advance('PT2M');
    expect(await attemptsOf(3)).toContainEqual(expect.objectContaining({ kind: 'sms', reason: 'delivery.connection_removed' }));
    expect([world.twilio.messages.length, world.stage.ana.ringCount > rings]).toEqual([length, true]);
  });

  chapter('is answered for a day: by a reply, and by a key', async () => {
    expect((await world.twilio.reply(texted, '1a')).messages).toEqual([expect.stringMatching(/^Acknowledged: #1/)]);
    expect(await statusOf(1)).toBe('acknowledged');
    expect((await world.twilio.press(call, '1')).body).toContain('Acknowledged.');
    expect(await statusOf(2)).toBe('acknowledged');
  });

  chapter('also after a restart', async () => {
    await world.stage.restart();
    expect((await world.twilio.reply(texted, '3a', { sid: 'SM3' })).status).toBe(200);
  });

  chapter('then its secret is deleted, and nothing is believed that is signed with it', async () => {
    await world.stage.advance('P1D');
    await world.stage.settleFully();
    expect(await world.stage.ana.api.events(`removedConnection-${world.connectionId}`)).toMatchObject([{ type: 'ConnectionAnswersEnded' }]);
    const refused: CallbackAnswer = await world.twilio.reply(texted, '1a');
    expect(refused.status).toBe(403);
  });
});
