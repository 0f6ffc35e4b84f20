import type { WebhookCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import type { ReceiverKind } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { GroupEventKind } from '@tocsin/contracts/event-subscriptions/noun.js';
import { HookServer } from '@tocsin/testing/channels/hooks/hook-server.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { SlackStage } from '@tocsin/testing/channels/slack/slack-stage.js';
import { TelegramServer } from '@tocsin/testing/channels/telegram/telegram-server.js';
import { telegramToken } from '@tocsin/testing/channels/telegram/telegram-stage.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const telegramGroup = -100_123;

let world: SlackStage;
let telegram: TelegramServer;
let hooks: HookServer;
let bo: Player;
let cy: Player;
const receivers: string[] = [];
beforeAll(async () => {
  hooks = await HookServer.start();
  telegram = await TelegramServer.start(telegramToken, 'acme_tocsin_bot');
  world = await SlackStage.begin();
  bo = await world.stage.addPerson('Bo');
  cy = await world.stage.addPerson('Cy');
  world.slack.addChannel('C0OPS', { isPrivate: true });
  await world.link(cy, 'U0CY', 'cy');
});
afterAll(async () => {
  await world.close();
  await telegram.close();
  await hooks.close();
});

const addReceiver = async (name: string, receiver: ReceiverKind, address: string, kinds: GroupEventKind[] = []) => {
  await world.stage.ana.api.prove();
  const { says } = await world.stage.ana.api.run('CreateEventSubscription', { teamId: null, name, receiver, address, kinds });
  const subscriptionId = String(says['subscriptionId']);
  receivers.push(subscriptionId);
  return { kind: 'webhook' as const, subscriptionId };
};
const postsOf = (number: number) => world.slack.posts.filter(({ channel, text }) => channel === 'C0OPS' && text.includes(`#${number} `));
const postOf = async (number: number) => {
  await world.slack.waitForPost(({ channel, text }) => channel === 'C0OPS' && text.includes(`#${number} `));
  return postsOf(number)[0]!;
};
const callsOf = async (number: number): Promise<readonly WebhookCallRow[]> =>
  (await world.stage.getLadder((await world.stage.getGroup(number)).id)).calls ?? [];
const open = async (number: number, summary: string) => {
  await world.stage.settleFully();
  await world.stage.generic({ summary, key: `k${number}`, severity: 'critical' });
  await world.stage.settle();
};

story('a channel that a step posts in', (chapter) => {
  chapter('is named by its ID: an address of another kind is refused', async () => {
    const { api } = world.stage.ana;
    await api.prove();
    const ofSlack = { teamId: null, name: '#ops', receiver: 'slack' as const, kinds: [] };
    for (const address of ['https://hooks.example.org/ops', '-1001'])
      expect(await api.expectRefusal('CreateEventSubscription', { ...ofSlack, address })).toMatchObject({
        code: 'event_subscription.address_wrong',
        errors: [{ path: 'address' }],
      });
    const program = { teamId: null, name: 'Tickets', address: 'C0OPS', kinds: [] };
    expect(await api.expectRefusal('CreateEventSubscription', program)).toMatchObject({ code: 'event_subscription.address_wrong' });
  });

  chapter('shows the alert with buttons to everyone there, and whom the step pages', async () => {
    const { stage } = world;
    const ops = await addReceiver('#ops', 'slack', 'C0OPS');
    await stage.setPolicy([
      { page: [stage.ana, ops], wait: 5 },
      { page: [ops], wait: 5 },
      { page: [bo], wait: 5 },
    ]);
    await open(1, 'Disk <!channel> is full');
    const post = await postOf(1);
    expect(post).toMatchObject({ text: '‼ #1 Disk &lt;!channel&gt; is full', threadTs: null });
    expect(SlackServer.textOf(post)).toContain('Paged: Ana');
    expect(SlackServer.buttonsOf(post)).toEqual(['Acknowledge', 'Resolve']);
    expect(await callsOf(1)).toMatchObject([{ state: 'succeeded', step: 1 }]);
    // nobody’s secret is in it
    expect(JSON.stringify(post.blocks)).not.toContain('/p/');
    expect(JSON.stringify(post.blocks)).toContain('/alerts/1');
  });

  chapter('gets what later steps say in the thread of that message; a step with only a channel pages nobody', async () => {
    const { stage } = world;
    const [anaRang, boRang] = [stage.ana.ringCount, bo.ringCount];
    await stage.advance('PT5M');
    const [first, second] = postsOf(1);
    expect(second).toMatchObject({ threadTs: first!.ts, isBroadcast: true });
    expect(SlackServer.textOf(second!)).toContain('Not acknowledged yet. Step 2');
    expect(SlackServer.buttonsOf(second!)).toEqual([]);
    expect([stage.ana.ringCount, bo.ringCount]).toEqual([anaRang, boRang]);
    await stage.advance('PT5M');
    expect(bo.ringCount).toBeGreaterThan(boRang);
  });

  chapter('lets whoever has linked their account act as themselves, and a stranger do nothing', async () => {
    const { stage, slack } = world;
    const post = await postOf(1);
    slack.addUser('U0MAL', 'mallory');
    await slack.press(post, 'Resolve', 'U0MAL');
    expect(await slack.waitForWhisper(({ user }) => user === 'U0MAL')).toMatchObject({ text: expect.stringContaining('isn’t linked') });
    expect(await stage.getGroup(1)).toMatchObject({ status: 'firing' });
    await slack.press(post, 'Acknowledge', 'U0CY');
    await world.waitForState(1, 'Acknowledged by Cy.');
    await stage.settle();
    expect(await stage.getGroup(1)).toMatchObject({ status: 'acknowledged', holder: { personId: cy.personId } });
    expect(SlackServer.buttonsOf(post)).toEqual(['Take over', 'Resolve']);
  });

  chapter('says the end in the first message, and has no buttons after it', async () => {
    const { stage } = world;
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(1)).id });
    await world.waitForState(1, 'Resolved.');
    const [first, second, ...others] = postsOf(1);
    expect(others).toEqual([]);
    expect(first!.text).toMatch(/^✓ /);
    expect(SlackServer.buttonsOf(first!)).toEqual([]);
    expect(second!.edits).toBe(0);
  });

  chapter('that the app was removed from fails, which is shown, and keeps no page from going out', async () => {
    const { stage, slack } = world;
    slack.removeApp('C0OPS');
    const rings = stage.ana.ringCount;
    await open(2, 'The queue is long');
    expect(stage.ana.ringCount).toBeGreaterThan(rings);
    expect(await callsOf(2)).toMatchObject([{ state: 'failed', reason: 'delivery.not_in_channel', detail: expect.any(String) }]);
    slack.invite('C0OPS');
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(2)).id });
  });

  chapter('of Telegram is a group whose ID the bot says when it is added', async () => {
    const { stage } = world;
    const fields = { baseUrl: telegram.url, botName: telegram.botName, botToken: telegramToken };
    await stage.ana.api.prove();
    await stage.ana.api.run('AddConnection', { kind: 'telegram', name: 'Telegram', fields });
    await telegram.waitForPoll(2);
    telegram.addToGroup(telegramGroup);
    await telegram.waitForPost(({ chatId, text }) => chatId === telegramGroup && text.includes(`The ID of this group is ${telegramGroup}`));
    const group = await addReceiver('Operations', 'telegram', String(telegramGroup));
    await stage.setPolicy([
      { page: [stage.ana, group], wait: 5 },
      { page: [group], wait: 5 },
    ]);
    await open(3, 'The door is open');
    const post = await telegram.waitForPost(({ chatId, text }) => chatId === telegramGroup && text.includes('#3 '));
    expect(post.buttons.map(({ text }) => text)).toEqual(['Acknowledge', 'Resolve']);
    await stage.advance('PT5M');
    expect(telegram.posts.at(-1)).toMatchObject({ answers: post.messageId, buttons: [] });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(3)).id });
    await stage.advance('PT5S');
    await telegram.waitForPost(({ messageId, text }) => messageId === post.messageId && text.includes('Resolved.'));
  });

  chapter('hears what happens to alerts, many at once in one message, by an incoming webhook', async () => {
    const { stage } = world;
    await stage.setPolicy([{ page: [stage.ana], wait: 5 }]);
    await addReceiver('Town square', 'mattermost', hooks.hook('mattermost'), ['opened', 'resolved']);
    await open(4, 'The roof leaks');
    await stage.advance('PT1M');
    expect(hooks.posts.at(-1)!.text).toContain('#4 The roof leaks');
    expect(hooks.posts.at(-1)!.links).toEqual([expect.stringMatching(/\/alerts\/4$/)]);
    const before = hooks.posts.length;
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(4)).id });
    await stage.advance('PT1M');
    expect(hooks.posts.slice(before).map(({ text }) => text)).toEqual([expect.stringContaining('Resolved by Ana')]);
    for (const n of [5, 6, 7, 8, 9, 10, 11]) await stage.generic({ summary: `Lamp ${n}`, key: `k${n}`, severity: 'critical' });
    await stage.advance('PT1M');
    expect(hooks.posts.length - before).toBeLessThan(4);
    expect(hooks.posts.at(-1)!.text).toMatch(/and \d more/);
    expect(hooks.errors).toEqual([]);
  });

  chapter('stands with no address in any event', async () => {
    const events = await Promise.all(receivers.map((id) => world.stage.ana.api.events(`eventSubscription-${id}`)));
    expect(events.flat().length).toBeGreaterThan(receivers.length);
    expect(JSON.stringify(events)).not.toContain('theSecret');
  });
});
