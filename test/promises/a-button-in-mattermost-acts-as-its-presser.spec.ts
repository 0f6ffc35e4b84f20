import { HookServer } from '@tocsin/testing/channels/hooks/hook-server.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
let hooks: HookServer;
let bo: Player;
let code: string;

beforeAll(async () => {
  hooks = await HookServer.start();
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
});
afterAll(async () => {
  await stage.close();
  await hooks.close();
});

const origin = () => new URL(hooks.hook('mattermost')).origin;
const postAbout = (n: number) => hooks.waitForPost(({ text }) => text.includes(`\\#${n} `));
const open = async (n: number) => {
  await stage.settleFully();
  await stage.generic({ summary: `Alert ${n}`, key: `k${n}`, severity: 'critical' });
  await stage.settle();
  return postAbout(n);
};
const codeIn = (says: string | undefined): string => /```\n(\S+)\n```/.exec(says ?? '')![1]!;

story('a button in Mattermost', (chapter) => {
  chapter('is below messages to webhooks of the server that an admin typed, and no others', async () => {
    const { api } = stage.ana;
    await api.prove();
    const receiver = { teamId: null, name: '#ops', receiver: 'mattermost' as const, address: hooks.hook('mattermost'), kinds: [] };
    const { says } = await api.run('CreateEventSubscription', receiver);
    await stage.setPolicy([{ page: [stage.ana, { kind: 'webhook', subscriptionId: String(says['subscriptionId']) }] }]);
    expect((await open(1)).buttons).toEqual([]);
    await api.run('AddConnection', { kind: 'mattermost', name: 'Mattermost', fields: { baseUrl: `${origin()}/elsewhere` } });
    expect((await open(2)).buttons).toEqual([]);
    const { body } = await api.request<{ connections: { connectionId: string }[] }>('GET', '/api/settings/connections');
    const { connectionId } = body.connections[0]!;
    await api.run('ChangeConnection', { connectionId, kind: 'mattermost', name: 'Mattermost', fields: { baseUrl: origin() } });
    expect((await open(3)).buttons!.map(({ name }) => name)).toEqual(['Acknowledge', 'Resolve']);
  });

  chapter('does nothing for who isn’t linked, and tells them alone how to link', async () => {
    const { says } = await hooks.press(await postAbout(3), 'Acknowledge', 'u-bo');
    expect(says).toMatch(/isn’t linked to a person in Tocsin, so nothing was done/);
    code = codeIn(says);
    expect(await stage.getGroup(3)).toMatchObject({ status: 'firing' });
  });

  chapter('is linked by the code, by the person alone, to one person, for as long as the code is new', async () => {
    const { personId } = bo;
    expect(await bo.api.expectRefusal('LinkChatAccount', { personId, code: `${code.slice(0, -2)}AA` })).toMatchObject({
      code: 'contact_method.wrong_code',
    });
    expect(await stage.ana.api.expectRefusal('LinkChatAccount', { personId, code })).toMatchObject({ code: 'permission.denied' });
    await bo.api.run('LinkChatAccount', { personId, code });
    await stage.settle();
    // they hear of it by every method
    await bo.phone.waitForRing(({ body }) => /Mattermost user @?\S+.* now acts as Bo in Tocsin/.test(body));
    expect(await stage.ana.api.expectRefusal('LinkChatAccount', { personId: stage.ana.personId, code })).toMatchObject({
      code: 'contact_method.account_taken',
    });
    const old = codeIn((await hooks.press(await postAbout(3), 'Acknowledge', 'u-cy')).says);
    await stage.advance('PT1H');
    expect(await stage.ana.api.expectRefusal('LinkChatAccount', { personId: stage.ana.personId, code: old })).toMatchObject({
      code: 'contact_method.wrong_code',
    });
  });

  chapter('acknowledges as the person, resolves, then there is none, and the message is changed in place', async () => {
    const post = await open(4);
    expect(await hooks.press(post, 'Acknowledge', 'u-bo')).toEqual({ status: 200, says: undefined });
    expect(await stage.getGroup(4)).toMatchObject({ status: 'acknowledged', holder: { personId: bo.personId } });
    expect(post.text).toContain('Acknowledged by Bo');
    expect(post.buttons!.map(({ name }) => name)).toEqual(['Take over', 'Resolve']);
    await hooks.press(post, 'Resolve', 'u-bo');
    expect(await stage.getGroup(4)).toMatchObject({ status: 'resolved' });
    expect(post.buttons).toEqual([]);
  });

  chapter('acts once by its trigger, and with nobody else’s context', async () => {
    const post = await open(5);
    const before = { ...post };
    for (const context of [{ mac: 'A'.repeat(43) }, { act: 'resolve' }, { group: (await stage.getGroup(1)).id }, { connection: 'another' }])
      expect(await hooks.press(post, 'Acknowledge', 'u-bo', { context })).toMatchObject({ status: 403 });
    await hooks.press(post, 'Acknowledge', 'u-bo', { triggerId: 't1' });
    const { id: groupId } = await stage.getGroup(5);
    await bo.api.run('UnacknowledgeAlertGroup', { groupId });
    await hooks.press(before, 'Acknowledge', 'u-bo', { triggerId: 't1' });
    expect(await stage.getGroup(5)).toMatchObject({ status: 'firing' });
    await bo.api.run('UnlinkChatAccount', { personId: bo.personId, chat: 'mattermost' });
    await stage.settle();
    expect((await hooks.press(before, 'Acknowledge', 'u-bo')).says).toMatch(/isn’t linked/);
    expect(hooks.errors).toEqual([]);
  });
});
