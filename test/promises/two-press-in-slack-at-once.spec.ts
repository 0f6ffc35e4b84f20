import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { SlackStage } from '@tocsin/testing/channels/slack/slack-stage.js';

let world: SlackStage;
const begin = async (by: 'socket' | 'requests'): Promise<void> => {
  world = await SlackStage.begin(by);
  const bo = await world.stage.addPerson('Bo');
  await world.link(world.stage.ana, 'U0ANA', 'ana');
  await world.link(bo, 'U0BO', 'bo');
  await world.stage.setPolicy([{ page: [world.stage.ana, bo] }]);
};

const open = async () => {
  const { stage } = world;
  await stage.settleFully();
  const n = (await stage.listGroups()).length + 1;
  await stage.generic({ summary: `Alert ${n}`, key: `k${n}`, severity: 'critical' });
  await stage.settle();
  return { n, ofAna: await world.pageTo('U0ANA', n), ofBo: await world.pageTo('U0BO', n) };
};
const acknowledgements = async (n: number) =>
  (await world.stage.getTimeline((await world.stage.getGroup(n)).id)).filter(({ type }) => type === 'AlertGroupAcknowledged');

describe.each(['socket', 'requests'] as const)('two who press in Slack at once, by %s,', (by) => {
  beforeAll(() => begin(by));
  afterAll(() => world.close());

  it('have one acknowledgement, and the second hears who was first', async () => {
    const { slack } = world;
    const { n, ofAna, ofBo } = await open();
    await Promise.all([slack.press(ofAna, 'Acknowledge', 'U0ANA'), slack.press(ofBo, 'Acknowledge', 'U0BO')]);
    const { user, text } = await slack.waitForWhisper();
    const first = user === 'U0BO' ? 'Ana' : 'Bo';
    expect(text).toContain(`Acknowledged by ${first}.`);
    await world.waitForState(n, `Acknowledged by ${first}.`);
    await world.stage.settle();
    expect(await acknowledgements(n)).toHaveLength(1);
    const [holders, others] = first === 'Ana' ? [ofAna, ofBo] : [ofBo, ofAna];
    await world.edited(holders, 1);
    await world.edited(others, 1);
    expect(SlackServer.buttonsOf(holders)).toEqual(['Resolve']);
    expect(SlackServer.buttonsOf(others)).toEqual(['Take over', 'Resolve']);
  });

  it('as one person does whose press comes twice', async () => {
    const { slack, stage } = world;
    const { n, ofAna } = await open();
    await slack.press(ofAna, 'Acknowledge', 'U0ANA', { actionTs: '1764295299.1' });
    await world.waitForState(n, 'Acknowledged by Ana.');
    const { id: groupId } = await stage.getGroup(n);
    await stage.ana.api.run('UnacknowledgeAlertGroup', { groupId });
    await world.edited(ofAna, 2);
    await slack.press(ofAna, 'Acknowledge', 'U0ANA', { actionTs: '1764295299.1' });
    await slack.press(ofAna, 'Resolve', 'U0ANA');
    await world.waitForState(n, 'Resolved.');
    await stage.settle();
    expect(await acknowledgements(n)).toHaveLength(1);
  });
});
