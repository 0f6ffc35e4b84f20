import type { ConnectionsShown, ConnectionTestResult } from '@tocsin/contracts/connections/noun.js';
import { TelegramStage, telegramToken } from '@tocsin/testing/channels/telegram/telegram-stage.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

const [ana, mallory] = [4_242, 6_666];
let world: TelegramStage;
let bo: Player;
beforeAll(async () => {
  world = await TelegramStage.begin();
  bo = await world.stage.addPerson('Bo');
});
afterAll(() => world.close());

const open = async (n: number, summary: string) => {
  await world.stage.settleFully();
  await world.stage.generic({ summary, key: `k${n}`, severity: 'critical' });
  await world.stage.settle();
  return world.pageTo(ana, n);
};
const labels = (post: { readonly buttons: readonly { readonly text: string }[] }) => post.buttons.map(({ text }) => text);
const acknowledgements = async (n: number) =>
  (await world.stage.getTimeline((await world.stage.getGroup(n)).id)).filter(({ type }) => type === 'AlertGroupAcknowledged');

story('a person who is paged in Telegram', (chapter) => {
  chapter('is set up on a screen: tested as it is typed, and the token is in no event or answer', async () => {
    const { stage, telegram, connectionId } = world;
    const { api } = stage.ana;
    const test = (fields: object, id: string | null = null) =>
      api.request<ConnectionTestResult>('POST', '/api/settings/connections/test', {
        connectionId: id,
        kind: 'telegram',
        fields: { baseUrl: telegram.url, botName: telegram.botName, ...fields },
        to: '',
      });
    expect((await test({ botToken: '123456:anotherTokenThatNobodyGave' })).body).toEqual({
      ok: false,
      why: expect.stringContaining('Token: '),
    });
    expect((await test({ botToken: telegramToken, botName: 'another_bot' })).body).toEqual({
      ok: false,
      why: `The token is that of another bot, @${telegram.botName}.`,
    });
    expect((await test({}, connectionId)).body).toEqual({ ok: true, why: null });
    const { body } = await api.request<ConnectionsShown>('GET', '/api/settings/connections');
    expect(body.connections).toMatchObject([{ kind: 'telegram', listening: { problem: null }, inbound: null }]);
    const seen = JSON.stringify([await api.events('connections'), body, (await api.request('GET', '/api/health')).body]);
    expect(seen).not.toContain(telegramToken.split(':')[1]);
  });

  chapter('links an account by pressing Start and by the code that then comes, and sees whose it is', async () => {
    const { stage, telegram } = world;
    telegram.pressStart(mallory, 'mallory', 'a-code-that-nobody-gave');
    await telegram.waitForPost(({ chatId, text }) => chatId === mallory && text.includes('was never given'));
    await world.link(stage.ana, ana, 'ana');
    const { methods } = await stage.getRow('contacts', stage.ana.personId);
    expect(methods).toMatchObject([{ kind: 'telegram', address: String(ana), label: '@ana', verified: true }]);
    await telegram.waitForPost(({ text }) => text.includes('Telegram user @ana now acts as Ana in Tocsin.'));
  });

  chapter('acknowledges by a button, as themselves, in the one message, which has no button after the end', async () => {
    const { stage, telegram } = world;
    const post = await open(1, 'Disk <b> & "more"');
    expect(post.text).toContain('‼ #1 Disk <b> & "more"');
    expect(labels(post)).toEqual(['Acknowledge', 'Resolve']);
    await telegram.waitForNotice(telegram.press(post, 'Acknowledge', ana));
    await world.waitForState(1, 'Acknowledged by Ana.');
    const { id } = await stage.getGroup(1);
    expect((await acknowledgements(1))[0]!.meta.actor).toMatchObject({ id: stage.ana.personId, via: 'chat:telegram' });
    expect((await stage.pagesOf(id, stage.ana)).flatMap(({ attempts }) => attempts)).toMatchObject([{ kind: 'telegram', state: 'read' }]);
    await telegram.waitForNotice(telegram.press(post, 'Resolve', ana));
    await world.waitForState(1, 'Resolved.');
    expect(labels(post)).toEqual([]);
    expect(await stage.getGroup(1)).toMatchObject({ status: 'resolved' });
  });

  chapter('is the only one whose press does anything: a stranger is told how to link', async () => {
    const { telegram } = world;
    const post = await open(2, 'The queue is long');
    const { text } = await telegram.waitForNotice(telegram.press(post, 'Acknowledge', mallory));
    expect(text).toContain('isn’t linked to a person');
    expect(await acknowledgements(2)).toEqual([]);
  });

  chapter('has presses carried out once, also those that came while Tocsin was stopped', async () => {
    const { stage, telegram } = world;
    const post = await world.pageTo(ana, 2);
    await stage.settleFully();
    const polls = telegram.pollCount;
    telegram.hold();
    telegram.press(post, 'Acknowledge', ana, 'same');
    telegram.press(post, 'Acknowledge', ana, 'same');
    await stage.restart();
    await telegram.waitForPoll(polls + 2);
    telegram.release();
    expect((await telegram.waitForNotice('same')).text).toBe('');
    await world.waitForState(2, 'Acknowledged by Ana.');
    const { id: groupId } = await stage.getGroup(2);
    await stage.ana.api.run('UnacknowledgeAlertGroup', { groupId });
    await stage.advance('PT5S');
    await telegram.waitForPost(({ messageId, edits }) => messageId === post.messageId && edits >= 2);
    telegram.press(post, 'Acknowledge', ana, 'same');
    await telegram.waitForNotice(telegram.press(post, 'Resolve', ana));
    await stage.settle();
    expect(await acknowledgements(2)).toHaveLength(1);
  });

  chapter('is heard whatever else comes', async () => {
    const { telegram } = world;
    telegram.send({ inline_query: { id: 'x' } });
    telegram.send({ callback_query: { id: 'odd', from: { id: ana }, data: 'of an older bot' } });
    expect((await telegram.waitForNotice('odd')).text).toContain('does nothing any more');
  });

  chapter('goes to the next person, and is told by the others, when they block the bot', async () => {
    const { stage, telegram } = world;
    await stage.setPolicy([{ page: [stage.ana] }, { page: [bo] }]);
    await stage.settleFully();
    telegram.block(ana);
    await telegram.waitForPoll(telegram.pollCount + 1);
    await stage.settle();
    const { methods } = await stage.getRow('contacts', stage.ana.personId);
    expect(methods).toMatchObject([{ verified: false, disabled: { reason: 'delivery.account_gone' } }]);
    const rings = bo.ringCount;
    await stage.generic({ summary: 'The roof leaks', key: 'k3', severity: 'critical' });
    await stage.settle();
    expect(bo.ringCount).toBeGreaterThan(rings);
  });

  chapter('is asked for no more once the connection is removed', async () => {
    const { stage, connectionId, telegram } = world;
    await stage.ana.api.prove();
    await stage.ana.api.run('RemoveConnection', { connectionId });
    await stage.settle();
    const { pollCount } = telegram;
    telegram.write(ana, '/start');
    await stage.advance('PT5M');
    expect(telegram.pollCount).toBe(pollCount);
  });
});
