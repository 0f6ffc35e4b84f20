import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { EventSubscriptionRow } from '@tocsin/contracts/event-subscriptions/noun.js';
import { SlackStage } from '@tocsin/testing/channels/slack/slack-stage.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import type { Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let world: SlackStage;
let mailbox: Mailbox;
let bo: Player;
let subscriptionId: string;
beforeAll(async () => {
  mailbox = await Mailbox.start();
  world = await SlackStage.begin('socket', { mailbox });
  bo = await world.stage.addPerson('Bo');
  world.slack.addChannel('C0OPS', { isPrivate: true });
  const { api } = world.stage.ana;
  await api.prove();
  const channel = { teamId: null, name: '#ops', receiver: 'slack' as const, address: 'C0OPS', kinds: [] };
  subscriptionId = String((await api.run('CreateEventSubscription', channel)).says['subscriptionId']);
  await world.stage.setPolicy([
    { page: [world.stage.ana, { kind: 'webhook', subscriptionId }], wait: 5 },
    { page: [{ kind: 'webhook', subscriptionId }], wait: 5 },
    { page: [bo], wait: 5 },
  ]);
});
afterAll(async () => {
  await world.close();
  await mailbox.close();
});

const open = async (n: number): Promise<void> => {
  await world.stage.settleFully();
  await world.stage.generic({ summary: `Disk ${n} is full`, key: `k${n}`, severity: 'critical' });
  await world.stage.settle();
};
const row = async (): Promise<EventSubscriptionRow> => {
  await world.stage.settle();
  return world.stage.ana.api.row('eventSubscriptions', subscriptionId);
};
/** Quietly: nobody’s phone rings for it. */
const listWarnings = () => mailbox.messages.filter(({ subject }) => subject?.startsWith('Nothing can be posted in'));
const readers = () =>
  listWarnings().map(({ to }) =>
    [to ?? []]
      .flat()
      .map(({ text }) => text)
      .join(),
  );
const ringsAboutIt = () => world.stage.ana.phone.rings.filter(({ body }) => body.includes('Nothing can be posted in'));
const healthOf = async () => (await world.stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;

story('a bot that is removed from its channel', (chapter) => {
  chapter('is told to owners once, and not to others, however many steps and alerts try again', async () => {
    world.slack.removeApp('C0OPS');
    await open(1);
    expect(readers()).toEqual(['ana@example.org']);
    expect(listWarnings()[0]!.subject).toContain('#ops');
    await world.stage.advance('PT5M');
    await open(2);
    await world.stage.advance('PT5M');
    expect([readers(), ringsAboutIt()]).toEqual([['ana@example.org'], []]);
  });

  chapter('keeps no step from paging: what comes next comes in its time', async () => {
    await world.stage.advance('PT10M');
    const groups = await world.stage.listGroups();
    expect(groups).toHaveLength(2);
    expect(bo.ringCount).toBeGreaterThan(0);
    expect(world.stage.ana.ringCount).toBeGreaterThan(1);
  });

  chapter('is shown at the subscription and in health, also after a restart', async () => {
    await world.stage.restart('SIGKILL');
    await world.stage.settle();
    expect(await row()).toMatchObject({ lost: { reason: 'delivery.not_in_channel' } });
    expect((await healthOf()).why).toEqual([expect.stringContaining('nothing can be posted in “#ops”')]);
    expect(listWarnings()).toHaveLength(1);
  });

  chapter('is over once something was posted there; removed again, it is told again', async () => {
    world.slack.invite('C0OPS');
    await world.stage.ana.api.prove();
    await world.stage.ana.api.run('TestEventSubscription', { subscriptionId });
    await world.stage.advance('PT5S');
    expect((await row()).lost).toBeUndefined();
    expect((await healthOf()).why).toEqual([]);
    world.slack.removeApp('C0OPS');
    await open(3);
    expect(listWarnings()).toHaveLength(2);
  });
});
