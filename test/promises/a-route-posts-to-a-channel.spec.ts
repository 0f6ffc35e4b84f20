// promises: full, route-posts.spec.ts tries the rules in memory
import type { RouteRule } from '@tocsin/contracts/route-rules/noun.js';
import { webhookStep } from '@tocsin/contracts/contacts/webhook.js';
import { webhookEvents } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import { SlackServer } from '@tocsin/testing/channels/slack/slack-server.js';
import { SlackStage } from '@tocsin/testing/channels/slack/slack-stage.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { story } from '@tocsin/testing/stage/story.js';

let world: SlackStage;
let program: Phone;
let ops: string;
let tickets: string;
beforeAll(async () => {
  program = await Phone.start();
  world = await SlackStage.begin();
  const { stage, slack } = world;
  slack.addChannel('C0OPS', { isPrivate: true });
  const { api } = stage.ana;
  const add = async (name: string, more: object) => {
    await api.prove();
    const { says } = await api.run('CreateEventSubscription', { teamId: null, name, kinds: [], address: program.url, ...more });
    return { id: String(says['subscriptionId']), secret: String(says['signingSecret']) };
  };
  ops = (await add('#ops', { receiver: 'slack', address: 'C0OPS' })).id;
  const { id, secret } = await add('Tickets', {});
  tickets = id;
  program.addSecret(secret);
  await stage.setPolicy([{ page: [stage.ana] }]);
});
afterAll(async () => {
  await world.close();
  await program.close();
});

const isAlert = (value: string): RouteRule['rows'] => [[{ label: 'alertname', operator: '=~', value }]];
const changeRoutes = async (rules: readonly Pick<RouteRule, 'rows' | 'outcome'>[], version: number) => {
  const { teamId, integrationId } = world.stage.setUpAnswer;
  await world.stage.ana.api.run('ChangeRoutes', { teamId, integrationId, version, rules: [...rules] });
  await world.stage.settle();
};
const postsIn = () => world.slack.posts.filter(({ channel }) => channel === 'C0OPS');

story('a rule of the routes that names a channel', (chapter) => {
  chapter('posts the alert group there, beside the page, and edits it as the group changes', async () => {
    const { stage, slack } = world;
    await changeRoutes(
      [
        { rows: isAlert('Noise.*'), outcome: { kind: 'record_only', postTo: ops } },
        { rows: isAlert('Ticket.*'), outcome: { kind: 'default', postTo: tickets } },
        { rows: [], outcome: { kind: 'default', postTo: ops } },
      ],
      0,
    );
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const post = await slack.waitForPost(({ channel, text }) => channel === 'C0OPS' && text.includes('#1 '));
    expect(stage.ana.ringCount).toBe(1);
    expect(SlackServer.buttonsOf(post)).toEqual(['Acknowledge', 'Resolve']);
    const group = await stage.getGroup(1);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: group.id });
    await world.waitForState(1, 'Acknowledged by Ana.');
    await stage.ana.api.run('ResolveAlertGroup', { groupId: group.id });
    await world.waitForState(1, 'Resolved.');
    expect(postsIn()).toHaveLength(1);
    expect((await stage.getLadder(group.id)).calls).toMatchObject([{ state: 'succeeded', step: 0, route: { place: 3, version: 1 } }]);
  });

  chapter('calls a program with the rule that led there', async () => {
    const { stage } = world;
    await stage.alertmanager('firing', [{ name: 'TicketPlease' }]);
    await program.waitForRing(({ body }) => body.includes('route_post'));
    expect(webhookStep.parse(JSON.parse(program.rings[0]!.body))).toMatchObject({
      type: 'route_post',
      number: 1,
      step: 0,
      route: { place: 2, version: 1 },
    });
  });

  chapter('alone records only: nobody is paged, and the channel hears of the beginning and of the end', async () => {
    const { stage, slack } = world;
    const before = stage.ana.ringCount;
    await stage.alertmanager('firing', [{ name: 'NoiseAtNight' }]);
    await stage.advance('PT15S');
    await slack.waitForPost(({ channel, text }) => channel === 'C0OPS' && text.startsWith('○ '));
    await stage.alertmanager('resolved', [{ name: 'NoiseAtNight' }]);
    await stage.advance('PT15S');
    await slack.waitForPost(({ channel, text }) => channel === 'C0OPS' && text.startsWith('✓ '));
    expect(postsIn()).toHaveLength(3);
    expect(stage.ana.ringCount).toBe(before);
    expect(await stage.listGroups()).toHaveLength(1);
  });

  chapter('tells a program what is recorded only, in the words of its sender', async () => {
    const { stage } = world;
    await changeRoutes([{ rows: [], outcome: { kind: 'record_only', postTo: tickets } }], 1);
    await stage.alertmanager('firing', [{ name: 'Quiet' }]);
    await stage.advance('PT5S');
    await program.waitForRing(({ body }) => body.includes('alerts.recorded'));
    expect(webhookEvents.parse(JSON.parse(program.rings.at(-1)!.body)).recorded).toMatchObject([
      { type: 'alerts.recorded', count: 1, alerts: [{ name: 'Quiet', labels: { alertname: 'Quiet' } }] },
    ]);
  });

  chapter('keeps its channel from being removed, and says which rule names it', async () => {
    const { api } = world.stage.ana;
    await api.prove();
    expect(await api.expectRefusal('RemoveEventSubscription', { subscriptionId: tickets })).toMatchObject({
      code: 'event_subscription.in_use',
      detail: expect.stringContaining('(rule 1)'),
    });
  });
});
