import { SlackStage } from '@tocsin/testing/channels/slack/slack-stage.js';
import { TelegramStage } from '@tocsin/testing/channels/telegram/telegram-stage.js';
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

story('a chat that is disconnected while pages run', (chapter) => {
  let slack: SlackStage;
  let telegram: TelegramStage;
  afterAll(async () => {
    await slack.close();
    await telegram.close();
  });

  const open = async ({ stage }: SlackStage | TelegramStage, n: number) => {
    await stage.settleFully();
    await stage.generic({ summary: `Alert ${n}`, key: `k${n}`, severity: 'critical' });
    await stage.settle();
  };
  const remove = ({ stage, connectionId }: SlackStage | TelegramStage) => stage.ana.api.run('RemoveConnection', { connectionId });

  chapter('is pressed in Slack by the same socket, which is closed once nobody is waited for', async () => {
    slack = await SlackStage.begin();
    await slack.link(slack.stage.ana, 'U0ANA', 'ana');
    await open(slack, 1);
    await open(slack, 2);
    const [first, second] = [await slack.pageTo('U0ANA', 1), await slack.pageTo('U0ANA', 2)];
    await remove(slack);
    await slack.slack.waitUntilRead();
    expect([slack.slack.connections, slack.slack.openedSockets]).toEqual([1, 1]);
    await slack.slack.press(first, 'Acknowledge', 'U0ANA');
    await slack.waitForState(1, 'Acknowledged by Ana.');
    await slack.stage.advance('PT1M');
    expect(slack.slack.connections).toBe(1);
    await slack.slack.press(second, 'Acknowledge', 'U0ANA');
    await slack.waitForState(2, 'Acknowledged by Ana.');
    const closed = slack.slack.waitForNoSocket();
    await slack.stage.advance('PT1M');
    await closed;
  });

  chapter('is pressed in Telegram, for a day at most', async () => {
    telegram = await TelegramStage.begin();
    const { ana } = telegram.stage;
    await telegram.link(ana, 4_242, 'ana');
    await open(telegram, 1);
    await open(telegram, 2);
    const post = await telegram.pageTo(4_242, 1);
    await remove(telegram);
    await telegram.telegram.waitForNotice(telegram.telegram.press(post, 'Acknowledge', 4_242));
    await telegram.waitForState(1, 'Acknowledged by Ana.');
    // it is the bot of whoever has it now
    telegram.telegram.pressStart(6_666, 'mallory', '');
    await telegram.telegram.waitForNotice(telegram.telegram.press(await telegram.pageTo(4_242, 2), 'Acknowledge', 6_666));
    expect(telegram.telegram.posts.filter(({ chatId }) => chatId === 6_666)).toEqual([]);
    await telegram.stage.advance('P1D');
    await telegram.stage.settleFully();
    await telegram.telegram.waitForNoPoll();
  });
});
