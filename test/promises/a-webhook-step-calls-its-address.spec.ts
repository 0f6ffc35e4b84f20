import { story } from '@tocsin/testing/stage/story.js';
import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import { webhookStep, type WebhookStep } from '@tocsin/contracts/contacts/webhook.js';
import type { WebhookCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
/** Receives calls as an external program. */
let program: Phone;
let webhook: PolicyTarget & { readonly kind: 'webhook' };
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  program = await Phone.start();
  const subscriptionFields = { teamId: stage.setUpAnswer.teamId, name: 'Restarter', address: program.url, kinds: [] };
  const { says } = await stage.ana.api.run('CreateEventSubscription', subscriptionFields);
  webhook = { kind: 'webhook', subscriptionId: String(says['subscriptionId']) };
  program.addSecret(String(says['signingSecret']));
  await stage.setPolicy([{ page: [stage.ana, webhook] }, { page: [bo] }]);
});
afterAll(async () => {
  try {
    await stage.close();
  } finally {
    await program.close();
  }
});

const listCalls = (from = 0): readonly WebhookStep[] => program.rings.slice(from).map(({ body }) => webhookStep.parse(JSON.parse(body)));
const callsOf = async (groupId: string): Promise<readonly WebhookCallRow[]> => (await stage.getLadder(groupId)).calls ?? [];
const newestGroup = async () => (await stage.listGroups()).toSorted((a, b) => a.number - b.number).at(-1)!;
const post = async (summary: string) =>
  stage.tocsin.anonymous.request('POST', (await stage.integration('generic')).path, { summary, key: summary, severity: 'critical' });

story('a step that names a webhook', (chapter) => {
  chapter('calls its address once, signed, and says what a page says and who is being paged', async () => {
    await stage.generic({ summary: 'Disk is full', key: 'disk', severity: 'critical' });
    const group = await newestGroup();
    expect(program.rings.map(({ signed, answered }) => [signed, answered])).toEqual([[true, 200]]);
    const [call] = listCalls();
    expect(call).toMatchObject({
      type: 'escalation_step',
      subscriptionId: webhook.subscriptionId,
      groupId: group.id,
      number: 1,
      title: 'Disk is full',
      urgency: 'high',
      since: group.firingSince,
      alerts: 1,
      round: 1,
      step: 1,
      policy: { policyId: stage.setUpAnswer.policyId },
      paged: ['Ana'],
      link: expect.stringMatching(/\/alerts\/1$/),
    });
    expect(call).not.toHaveProperty('test');
    expect(program.rings[0]!.headers['idempotency-key']).toBe(call!.id);
    expect(await callsOf(group.id)).toMatchObject([{ callId: call!.id, state: 'succeeded', attempts: 1, step: 1 }]);
    expect(stage.ana.ringCount).toBe(1);
  });

  chapter('writes neither address nor secret into any event', async () => {
    const { id } = await newestGroup();
    const streams = [`alertGroup-${id}`, `eventSubscription-${webhook.subscriptionId}`, `team-${stage.setUpAnswer.teamId}`];
    const events = await Promise.all(streams.map((stream) => stage.ana.api.events(stream)));
    expect(events.flat().length).toBeGreaterThan(10);
    expect(JSON.stringify(events)).not.toMatch(/\/ring|event-secret|event-address/);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
    await stage.settle();
  });

  chapter('says of a test alert that runs the whole policy that it is a test', async () => {
    await stage.settleFully();
    const before = program.rings.length;
    await stage.ana.api.run('SendTestAlert', { serviceId: stage.setUpAnswer.serviceId });
    await stage.settle();
    expect(program.rings).toHaveLength(before);
    await stage.ana.api.run('SendTestAlert', { serviceId: stage.setUpAnswer.serviceId, wholePolicy: true });
    await stage.settle();
    expect(listCalls(before)).toMatchObject([{ test: true }]);
    await stage.advance('PT11M');
  });

  chapter('a webhook that fails is called again three times, 15 s apart, with the same key, and delays no page', async () => {
    await stage.settleFully();
    const before = program.rings.length;
    program.answer(503);
    await stage.generic({ summary: 'Memory is full', key: 'memory', severity: 'critical' });
    const { id } = await newestGroup();
    expect(stage.ana.phone.pages.at(-1)).toMatchObject({ title: 'Memory is full' });
    expect(await callsOf(id)).toMatchObject([{ state: 'waiting', attempts: 1, detail: 'Answered 503.', retryAt: expect.any(String) }]);
    for (const attempts of [2, 3, 4]) {
      await stage.advance('PT14S');
      expect(program.rings).toHaveLength(before + attempts - 1);
      await stage.advance('PT1S');
      expect(program.rings).toHaveLength(before + attempts);
    }
    await stage.advance('PT1M');
    expect(new Set(listCalls(before).map((call) => call.id)).size).toBe(1);
    expect(await callsOf(id)).toMatchObject([{ state: 'failed', attempts: 4, reason: 'delivery.provider_rejected', retryAt: null }]);
    const facts = (await stage.getTimeline(id)).filter(({ type }) => type === 'WebhookCallFailed');
    expect(facts).toHaveLength(4);
    const boRang = bo.ringCount;
    await stage.advance('PT3M15S');
    expect(bo.ringCount).toBe(boRang + 1);
    program.recover();
    await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
    await stage.settle();
  });

  chapter('a webhook that fails is not called again where it said that this is wrong, nor once somebody acknowledged', async () => {
    await stage.settleFully();
    program.answer(400);
    await stage.generic({ summary: 'Refused', key: 'refused', severity: 'critical' });
    const refusedGroup = await newestGroup();
    expect(await callsOf(refusedGroup.id)).toMatchObject([{ state: 'failed', attempts: 1 }]);
    await stage.ana.api.run('ResolveAlertGroup', { groupId: refusedGroup.id });
    await stage.settleFully();
    program.answer(503);
    await stage.generic({ summary: 'Later', key: 'later', severity: 'critical' });
    const laterGroup = await newestGroup();
    const before = program.rings.length;
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: laterGroup.id });
    await stage.advance('PT1M');
    expect(program.rings).toHaveLength(before);
    expect(await callsOf(laterGroup.id)).toMatchObject([{ state: 'cancelled', attempts: 1, reason: 'delivery.cancelled_by_acknowledge' }]);
    program.recover();
    await stage.ana.api.run('ResolveAlertGroup', { groupId: laterGroup.id });
    await stage.settle();
  });

  chapter(
    'a webhook that fails that does not answer holds up no page, and is called by the next server after a kill, under the same key',
    async () => {
      await stage.settleFully();
      const before = program.rings.length;
      program.hang();
      await post('Load');
      await program.waitForRing(({ answered, body }) => answered === 'hung' && body.includes('Load'));
      await stage.ana.phone.waitFor(({ title }) => title === 'Load');
      program.recover();
      await stage.restart('SIGKILL');
      await stage.settle();
      const [lostCall, repeatedCall, ...otherCalls] = listCalls(before);
      expect([repeatedCall!.id, otherCalls]).toEqual([lostCall!.id, []]);
      const { id } = await newestGroup();
      expect(await callsOf(id)).toMatchObject([{ state: 'succeeded', attempts: 2 }]);
      expect((await stage.getTimeline(id)).map(({ type }) => type)).toContain('WebhookCallWentStale');
      await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
      await stage.settle();
    },
  );

  chapter('a webhook that fails is called twice at once at most, whatever else is due', async () => {
    await stage.settleFully();
    const before = program.rings.length;
    program.hang();
    for (const n of [1, 2, 3, 4, 5]) await post(`Crowd ${n}`);
    await program.waitForRing(({ body }) => program.rings.length >= before + 2 && body.includes('Crowd'));
    program.recover();
    await stage.advance('PT2M');
    const groups = (await stage.listGroups()).filter(({ title }) => title.startsWith('Crowd'));
    const facts = (await Promise.all(groups.map(({ id }) => stage.ana.api.events(`alertGroup-${id}`)))).flat();
    const concurrencyChange: Readonly<Record<string, number>> = { WebhookCallStarted: 1, WebhookCallSucceeded: -1, WebhookCallFailed: -1 };
    let [maxConcurrent, concurrent] = [0, 0];
    for (const { type } of facts.toSorted((a, b) => a.ordinal - b.ordinal))
      maxConcurrent = Math.max(maxConcurrent, (concurrent += concurrencyChange[type] ?? 0));
    expect([maxConcurrent, concurrent]).toEqual([2, 0]);
    for (const { id } of groups) {
      expect(await callsOf(id)).toMatchObject([{ state: 'succeeded' }]);
      await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
    }
    await stage.settle();
  });

  chapter('what a step may name is a webhook of its own team or of all, and never a private address', async () => {
    const { ana } = stage;
    const { teamId: other } = (await ana.api.run('CreateTeam', { name: 'Search' })).says;
    const subscriptionFields = { teamId: String(other), name: 'Theirs', address: program.url, kinds: [] };
    await ana.api.prove();
    const { subscriptionId } = (await ana.api.run('CreateEventSubscription', subscriptionFields)).says;
    await stage.settle();
    const { teamId, policyId } = stage.setUpAnswer;
    const { version, name } = await ana.api.row('policies', policyId);
    const change = (id: string) => ({
      teamId,
      policyId,
      version,
      name,
      steps: [{ targets: [{ kind: 'webhook' as const, subscriptionId: id }], waitMinutes: 5 }],
    });
    expect(await ana.api.expectRefusal('ChangePolicy', change(String(subscriptionId)))).toMatchObject({
      code: 'policy.webhook_unknown',
      errors: [{ path: 'steps.0.targets.0.subscriptionId' }],
    });
    const inside = { teamId, name: 'Inside', address: 'http://10.0.0.7/hook', kinds: [] };
    expect(await ana.api.expectRefusal('CreateEventSubscription', inside)).toMatchObject({ code: 'outgoing.private_address' });
  });

  chapter('what a step may name stays as long as a policy names it, and is not called while it is off', async () => {
    const { ana } = stage;
    const { subscriptionId } = webhook;
    expect(await ana.api.expectRefusal('RemoveEventSubscription', { subscriptionId })).toMatchObject({
      code: 'event_subscription.in_use',
      inTheWay: [{ kind: 'policy', id: stage.setUpAnswer.policyId }],
    });
    await ana.api.run('DisableEventSubscription', { subscriptionId });
    await stage.settleFully();
    const before = program.rings.length;
    await stage.generic({ summary: 'Off', key: 'off', severity: 'critical' });
    const { id } = await newestGroup();
    expect(program.rings).toHaveLength(before);
    expect(await callsOf(id)).toMatchObject([{ state: 'cancelled', attempts: 0, reason: 'delivery.webhook_switched_off' }]);
    await ana.api.run('EnableEventSubscription', { subscriptionId });
  });
});
