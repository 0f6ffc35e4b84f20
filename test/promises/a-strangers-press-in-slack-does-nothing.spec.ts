import { SlackStage } from '@tocsin/testing/channels/slack/slack-stage.js';
import type { Player } from '@tocsin/testing/stage/stage.js';

let world: SlackStage;
let bo: Player;
beforeAll(async () => {
  world = await SlackStage.begin();
  bo = await world.stage.addPerson('Bo');
  await world.link(world.stage.ana, 'U0ANA', 'ana');
  await world.link(bo, 'U0BO', 'bo');
});
afterAll(() => world.close());

const pressedBy = async (user: string, presser?: { readonly teamId: string }) => {
  const { slack, stage } = world;
  await stage.settleFully();
  const n = (await stage.listGroups()).length + 1;
  await stage.generic({ summary: `Alert ${n}`, key: `k${n}`, severity: 'critical' });
  await stage.settle();
  const post = await world.pageTo('U0ANA', n);
  const before = slack.whispered.length;
  await slack.press(post, 'Acknowledge', user, presser);
  await slack.waitForWhisper(() => slack.whispered.length > before);
  await stage.settle();
  expect(await stage.getGroup(n)).toMatchObject({ status: 'firing' });
  return { ...slack.whispered[before]!, edits: post.edits };
};

describe('a press in Slack', () => {
  it('of somebody whom Tocsin does not know does nothing, and they alone hear how to link', async () => {
    expect(await pressedBy('U0MALLORY')).toEqual({
      user: 'U0MALLORY',
      text: expect.stringMatching(/isn’t linked to a person in Tocsin, so nothing was done.*member ID U0MALLORY/),
      edits: 0,
    });
  });

  it('of the same member ID in another workspace is that of a stranger', async () => {
    expect(await pressedBy('U0ANA', { teamId: 'T0OTHER' })).toMatchObject({ text: expect.stringContaining('isn’t linked') });
  });

  it('of somebody who was disabled does nothing', async () => {
    await world.stage.ana.api.prove();
    await world.stage.ana.api.run('DisablePerson', { personId: bo.personId, leaveGaps: true });
    await world.stage.settle();
    expect(await pressedBy('U0BO')).toMatchObject({ text: expect.stringContaining('isn’t linked') });
  });

  it('of somebody who may not act is refused in private', async () => {
    const observer = await world.stage.addPerson('Cleo', { isInTeam: false });
    await world.link(observer, 'U0CLEO', 'cleo');
    await world.stage.ana.api.run('ChangePersonRole', { personId: observer.personId, role: 'observer' });
    await world.stage.settle();
    expect(await pressedBy('U0CLEO')).toMatchObject({ user: 'U0CLEO', text: expect.not.stringContaining('linked') });
  });
});
