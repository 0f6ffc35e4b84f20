import type { ConnectionsShown } from '@tocsin/contracts/connections/noun.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { SlackStage } from '@tocsin/testing/channels/slack/slack-stage.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let world: SlackStage;
let bo: Player;
let cleo: Player;
let scheduleId: string;
const [group, channel] = ['S0ONCALL', 'C0PAYMENTS'];

beforeAll(async () => {
  world = await SlackStage.begin();
  bo = await world.stage.addPerson('Bo');
  cleo = await world.stage.addPerson('Cleo');
  await world.link(world.stage.ana, 'U0ANA', 'ana');
  await world.link(bo, 'U0BO', 'bo');
  for (const id of ['U0MAX', 'U0EVA']) world.slack.addUser(id, id);
  world.slack.addChannel(channel);
  world.slack.addUserGroup(group, 'oncall', ['U0MAX']);
  world.slack.addUserGroup('S0OTHERS', 'others', ['U0EVA']);
  const { api } = world.stage.ana;
  const { says } = await api.run('CreateSchedule', { teamId: world.stage.setUpAnswer.teamId, name: 'Payments', timeZone: 'UTC' });
  scheduleId = String(says['scheduleId']);
});
afterAll(() => world.close());

const run = (...of: Parameters<Player['api']['run']>) => world.stage.ana.api.run(...of);
const cover = async ({ personId }: Player, minutes: number): Promise<void> => {
  const now = await world.stage.settle();
  const to = new Date(Date.parse(now) + minutes * 60_000).toISOString();
  await run('AddOverrides', { scheduleId, overrides: [{ kind: 'add', personId, from: now, to, reason: '' }] } as never);
};
const shown = async () => {
  const { body } = await world.stage.ana.api.request<ConnectionsShown>('GET', '/api/settings/connections');
  return body.connections[0]!.userGroups[0]!;
};
const toldTimes = (): number => world.slack.posts.filter((post) => post.channel === channel).length;
const setTimes = (): number => world.slack.calls.filter((method) => method === 'usergroups.users.update').length;

story('a user group in Slack', (chapter) => {
  chapter('that an admin chose stays as it is while nobody is on call, and the channel is told once', async () => {
    const { connectionId, slack, stage } = world;
    const choice = { connectionId, scheduleIds: [scheduleId], channel };
    expect(await stage.ana.api.expectRefusal('ChooseUserGroup', { ...choice, group: '@unknown' })).toMatchObject({
      code: 'user_group.not_found',
    });
    expect(await bo.api.expectRefusal('ChooseUserGroup', { ...choice, group: '@oncall' })).toMatchObject({ code: 'permission.denied' });
    slack.revoke();
    expect(await stage.ana.api.expectRefusal('ChooseUserGroup', { ...choice, group: '@oncall' })).toMatchObject({
      code: 'user_group.refused',
    });
    slack.revoke(false);
    await run('ChooseUserGroup', { ...choice, group: '@oncall' });
    const { text } = await slack.waitForPost((post) => post.channel === channel);
    expect(text).toBe('Nobody who is linked to Slack is on call in Payments, so @oncall keeps its members.');
    await stage.advance('PT5M');
    expect([slack.membersOf(group), toldTimes(), setTimes()]).toEqual([['U0MAX'], 1, 0]);
  });

  chapter('holds exactly who is on call, and the screen lists who can’t be in it', async () => {
    const { slack, stage } = world;
    await cover(stage.ana, 60);
    await cover(cleo, 60);
    await stage.advance('PT1M');
    await slack.waitForMembers(group, 'U0ANA');
    await stage.settle();
    expect(await shown()).toMatchObject({
      handle: 'oncall',
      onCall: expect.arrayContaining([
        { personId: stage.ana.personId, isLinked: true },
        { personId: cleo.personId, isLinked: false },
      ]),
      set: { personIds: [stage.ana.personId] },
      problem: null,
    });
    await world.link(cleo, 'U0CLEO', 'cleo');
    await stage.advance('PT1M');
    await slack.waitForMembers(group, 'U0ANA', 'U0CLEO');
  });

  chapter('has the newest state after Slack was away, by one call', async () => {
    const { slack, stage } = world;
    const before = setTimes();
    slack.goAway();
    await cover(bo, 60);
    await stage.advance('PT2M');
    expect((await shown()).problem).toMatch(/503/);
    expect(JSON.stringify((await stage.ana.api.request('GET', '/api/health')).body)).toContain('the user group @oncall');
    slack.comeBack();
    await stage.advance('PT3M');
    await slack.waitForMembers(group, 'U0ANA', 'U0BO', 'U0CLEO');
    await stage.settle();
    expect((await shown()).problem).toBeNull();
    expect(setTimes() - before).toBe(1);
  });

  chapter('waits as long as Slack wants, and then has the newest state', async () => {
    const { slack, stage } = world;
    const [dan, eva] = [await stage.addPerson('Dan'), await stage.addPerson('Eva')];
    await world.link(dan, 'U0DAN', 'dan');
    await world.link(eva, 'U0EVE', 'eve');
    await slack.waitForSockets(2);
    const before = setTimes();
    slack.limit(150);
    await cover(dan, 40);
    await stage.advance('PT1M');
    await cover(eva, 40);
    await stage.advance('PT1M');
    expect(setTimes() - before).toBe(1);
    await stage.advance('PT2M');
    await slack.waitForMembers(group, 'U0ANA', 'U0BO', 'U0CLEO', 'U0DAN', 'U0EVE');
    expect(setTimes() - before).toBe(2);
  });

  chapter('keeps the last ones when the shift ends, tells the channel, and no second time after a restart', async () => {
    const { slack, stage } = world;
    await stage.advance('PT1H2M');
    await slack.waitForPost((post) => post.channel === channel && post.ts !== '' && toldTimes() === 2);
    await stage.settle();
    const [before, last] = [setTimes(), slack.membersOf(group)];
    await stage.restart();
    await stage.advance('PT5M');
    expect([slack.membersOf(group), toldTimes(), setTimes()]).toEqual([last, 2, before]);
    expect(slack.membersOf('S0OTHERS')).toEqual(['U0EVA']);
  });

  chapter('is kept up to date beside others that Slack refuses', async () => {
    const { connectionId, slack, stage } = world;
    await run('ReleaseUserGroup', { connectionId, groupId: group });
    const gone = ['S0A', 'S0B', 'S0C', 'S0D'];
    for (const id of gone) {
      slack.addUserGroup(id, `gone-${id.toLowerCase()}`, ['U0EVA']);
      await run('ChooseUserGroup', { connectionId, scheduleIds: [scheduleId], channel, group: `@gone-${id.toLowerCase()}` });
      slack.removeUserGroup(id);
    }
    await run('ChooseUserGroup', { connectionId, scheduleIds: [scheduleId], channel, group: '@oncall' });
    await cover(cleo, 60);
    await stage.advance('PT4M');
    await stage.settle();
    expect(slack.membersOf(group)).toEqual(['U0CLEO']);
    await stage.settle();
    for (const groupId of gone) await run('ReleaseUserGroup', { connectionId, groupId });
    await stage.advance('PT1H2M');
  });

  chapter('is left alone once it is released', async () => {
    const { connectionId, slack, stage } = world;
    await run('ReleaseUserGroup', { connectionId, groupId: group });
    const before = setTimes();
    await cover(bo, 60);
    await stage.advance('PT3M');
    expect(setTimes()).toBe(before);
    expect(SlackServer.textOf(slack.posts.at(-1)!)).not.toContain('@others');
  });
});
