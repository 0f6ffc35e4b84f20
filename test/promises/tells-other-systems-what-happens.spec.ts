import { story } from '@tocsin/testing/stage/story.js';
import type { EventSubscriptionRow, GroupEventKind } from '@tocsin/contracts/event-subscriptions/noun.js';
import { webhookEvents, type WebhookEvents } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
/** Receives events as an external ticket system. */
let tickets: Phone;
/** Any number of receivers, in one. */
let crowd: Phone;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  tickets = await Phone.start();
  crowd = await Phone.start();
});
afterAll(async () => {
  try {
    await stage.close();
  } finally {
    await tickets.close();
    await crowd.close();
  }
});

const listCalls = (receivingPhone = tickets): readonly WebhookEvents[] =>
  receivingPhone.rings.map(({ body }) => webhookEvents.parse(JSON.parse(body)));
const heardTypes = (): readonly string[] => listCalls().flatMap(({ events }) => events.map(({ type }) => type.replace('alert_group.', '')));
const subscribe = async (kinds: readonly GroupEventKind[], teamId: string | null = null, receiver = tickets) => {
  const { says } = await stage.ana.api.run('CreateEventSubscription', {
    teamId,
    name: 'Tickets',
    address: receiver.url,
    kinds: [...kinds],
  });
  return { subscriptionId: String(says['subscriptionId']), secret: String(says['signingSecret']) };
};
const row = async (id: string): Promise<EventSubscriptionRow> => {
  await stage.settle();
  return stage.ana.api.row('eventSubscriptions', id);
};
let subscriptionId: string;

story('a subscription to events', (chapter) => {
  chapter('is sent what happens to alert groups, signed with the secret that was shown once', async () => {
    const subscribeAnswer = await subscribe(['opened', 'acknowledged', 'resolved']);
    ({ subscriptionId } = subscribeAnswer);
    tickets.addSecret(subscribeAnswer.secret);
    const { personId } = stage.ana;
    await stage.generic({ summary: 'Disk is full', key: 'disk' });
    const { id: groupId } = await stage.getGroup();
    await stage.advance('PT5S');
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT5S');
    await stage.ana.api.run('ResolveAlertGroup', { groupId });
    await stage.settle();
    expect(heardTypes()).toEqual(['opened', 'acknowledged', 'resolved']);
    expect(tickets.rings.map(({ signed, answered }) => [signed, answered])).toEqual([
      [true, 200],
      [true, 200],
      [true, 200],
    ]);
    const events = listCalls().flatMap((call) => call.events);
    const facts = await stage.getTimeline(groupId);
    expect(events.map(({ id }) => facts.find((fact) => fact.id === id)?.revision)).toEqual(events.map(({ revision }) => revision));
    expect(events[1]).toMatchObject({
      by: { kind: 'person', id: personId, name: 'Ana' },
      group: { id: groupId, number: 1, title: 'Disk is full', status: 'acknowledged', link: expect.stringMatching(/\/alerts\/1$/) },
    });
    for (const { headers, body } of tickets.rings) expect(headers['idempotency-key']).toBe((JSON.parse(body) as { id: string }).id);
  });

  chapter('shows its last deliveries, but neither its address nor its secret', async () => {
    const subscriptionRow = await row(subscriptionId);
    expect(subscriptionRow.deliveries.map(({ state, events, attempts }) => [state, events, attempts])).toEqual([
      ['delivered', 1, 1],
      ['delivered', 1, 1],
      ['delivered', 1, 1],
    ]);
    expect(subscriptionRow.host).toBe(new URL(tickets.url).origin);
    const history = await stage.ana.api.events(`eventSubscription-${subscriptionId}`);
    expect(JSON.stringify([subscriptionRow, history])).not.toMatch(/\/ring|event-secret|event-address/);
  });

  chapter('is tried out by a button, whatever it asks for', async () => {
    await stage.ana.api.run('TestEventSubscription', { subscriptionId });
    await stage.settle();
    expect(listCalls().at(-1)).toMatchObject({ type: 'events', subscriptionId, events: [], test: true });
    expect((await row(subscriptionId)).deliveries[0]).toMatchObject({ test: true, state: 'delivered' });
  });

  chapter('signs with a new secret once that was rotated: what the receiver refuses meanwhile comes again', async () => {
    const { says } = await stage.ana.api.run('RotateEventSubscriptionSecret', { subscriptionId });
    await stage.advance('PT5S');
    await stage.generic({ summary: 'Memory is full', key: 'memory' });
    expect(tickets.rings.at(-1)).toMatchObject({ signed: false, answered: 401 });
    tickets.addSecret(String(says['signingSecret']));
    await stage.advance('PT15S');
    expect(tickets.rings.at(-1)).toMatchObject({ signed: true, answered: 200 });
    const [lastCall, before] = listCalls().toReversed();
    expect(lastCall).toMatchObject({ id: before!.id, events: [{ id: before!.events[0]!.id }] });
  });

  chapter(
    'whose receiver does not answer holds up no page, and is called again by the next server after a kill, under the same id',
    async () => {
      await stage.settleFully();
      tickets.hang();
      const before = tickets.rings.length;
      await stage.tocsin.anonymous.request('POST', (await stage.integration('generic')).path, {
        summary: 'Load',
        key: 'load',
        severity: 'critical',
      });
      await tickets.waitForRing((ring) => ring.answered === 'hung');
      await stage.ana.phone.waitFor(({ title }) => title === 'Load');
      tickets.recover();
      await stage.restart('SIGKILL');
      await stage.settle();
      const [lostCall, repeatedCall] = listCalls().slice(before);
      expect(repeatedCall).toMatchObject({ id: lostCall!.id, events: [{ id: lostCall!.events[0]!.id, type: 'alert_group.opened' }] });
      expect((await row(subscriptionId)).deliveries[0]).toMatchObject({ state: 'delivered', attempts: 2 });
    },
  );

  chapter('whose receiver does not answer is switched off after 24 hours of failures, and switched on again by hand', async () => {
    await stage.advance('PT5S');
    tickets.answer(500);
    await stage.generic({ summary: 'Swap', key: 'swap' });
    const groups = await stage.listGroups();
    for (const { id, status } of groups) if (status === 'firing') await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
    await stage.advance('PT23H59M');
    expect((await row(subscriptionId)).disabled).toBeNull();
    await stage.advance('PT1M');
    expect(await row(subscriptionId)).toMatchObject({ disabled: { because: 'failing' }, failingSince: expect.any(String) });
    tickets.recover();
    const before = tickets.rings.length;
    await stage.generic({ summary: 'Cache', key: 'cache' });
    await stage.advance('PT2H');
    expect(tickets.rings).toHaveLength(before);
    await stage.ana.api.run('EnableEventSubscription', { subscriptionId });
    await stage.generic({ summary: 'Queue', key: 'queue' });
    expect(
      listCalls()
        .slice(before)
        .flatMap(({ events }) => events.map(({ group }) => group.title)),
    ).toEqual(['Queue']);
    expect(await row(subscriptionId)).toMatchObject({ disabled: null, failingSince: null });
  });

  chapter('whose address is changed types no private address', async () => {
    await stage.ana.api.prove();
    const privateSubscription = { teamId: null, name: 'Inside', address: 'http://10.0.0.7/hook', kinds: ['opened' as const] };
    expect(await stage.ana.api.expectRefusal('CreateEventSubscription', privateSubscription)).toMatchObject({
      code: 'outgoing.private_address',
    });
    const change = { subscriptionId, version: 1, name: 'Inside', address: 'http://169.254.169.254/', kinds: ['opened' as const] };
    expect(await stage.ana.api.expectRefusal('ChangeEventSubscription', change)).toMatchObject({ code: 'outgoing.private_address' });
  });

  const ownSubscriptions: { readonly subscriptionId: string }[] = [];
  /** Events that take a call slot, and those that free it. */
  const places: Readonly<Record<string, number>> = {
    EventDeliveryStarted: 1,
    EventDeliverySucceeded: -1,
    EventDeliveryFailed: -1,
    EventDeliveryWentStale: -1,
  };
  const countMostConcurrent = async (): Promise<number> => {
    const streams = await Promise.all(ownSubscriptions.map((one) => stage.ana.api.events(`eventSubscription-${one.subscriptionId}`)));
    const callEvents = streams.flat().toSorted((a, b) => a.ordinal - b.ordinal);
    let [maxConcurrent, concurrent] = [0, 0];
    for (const { type } of callEvents) maxConcurrent = Math.max(maxConcurrent, (concurrent += places[type] ?? 0));
    return maxConcurrent;
  };

  chapter(
    'beside a hundred whose receivers do not answer: they hold up no page in a storm: ten calls to their one host are under way at most, and each hears of everything in the end',
    async () => {
      await stage.ana.api.prove();
      const { teamId } = stage.setUpAnswer;
      const otherSubscriptions = await Promise.all(
        ['Search', 'Shipping', 'Support'].map(async (name) => String((await stage.ana.api.run('CreateTeam', { name })).says['teamId'])),
      );
      for (const [owner, count] of [[null, 19], [teamId, 20], ...otherSubscriptions.map((id) => [id, 20] as const)] as const)
        for (let n = 0; n < count; n += 1) {
          const subscribeAnswer = await subscribe(['opened'], owner, crowd);
          if (owner === null || owner === teamId) ownSubscriptions.push(subscribeAnswer);
        }
      await stage.settleFully();
      crowd.hang();
      const { path } = await stage.integration('generic');
      const titles = Array.from({ length: 30 }, (_, n) => `Storm ${n}`);
      for (const summary of titles) await stage.tocsin.anonymous.request('POST', path, { summary, key: summary, severity: 'critical' });
      // the others wait for a minute, to go out as one message
      await stage.ana.phone.waitFor(({ title }) => title === titles[0]);
      crowd.recover();
      await stage.advance('PT10M');
      expect(await countMostConcurrent()).toBe(10);
      const heardBy = new Map(ownSubscriptions.map(({ subscriptionId: id }) => [id, new Set<string>()]));
      for (const { subscriptionId: id, events } of listCalls(crowd)) for (const { group } of events) heardBy.get(id)?.add(group.title);
      for (const heardOf of heardBy.values()) expect([...heardOf].toSorted()).toEqual(titles.toSorted());
    },
  );
});

describe('who may subscribe an address', () => {
  it('is a manager for their team, and owners and admins for all', async () => {
    const { teamId } = stage.setUpAnswer;
    await bo.api.prove();
    const changeFields = { name: 'Mine', address: tickets.url, kinds: ['opened' as const] };
    expect(await bo.api.expectRefusal('CreateEventSubscription', { ...changeFields, teamId })).toMatchObject({ code: 'permission.denied' });
    await stage.ana.api.run('ChangeTeamMemberRole', { teamId, personId: bo.personId, role: 'manager' });
    await stage.settle();
    expect(await bo.api.expectRefusal('CreateEventSubscription', { ...changeFields, teamId: null })).toMatchObject({
      code: 'permission.denied',
    });
    const { says } = await bo.api.run('CreateEventSubscription', { ...changeFields, teamId });
    await stage.settle();
    await bo.api.run('RemoveEventSubscription', { subscriptionId: String(says['subscriptionId']) });
  });
});
