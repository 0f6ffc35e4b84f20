import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { webhookStories, type Sent } from './webhook-bodies.js';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.begin();
});
afterAll(() => stage.close());

const schemes: Readonly<Record<string, (key: string) => string>> = {
  basic: (key) => `Basic ${Buffer.from(`tocsin:${key}`).toString('base64')}`,
  Key: (key) => `Key ${key}`,
  Bearer: (key) => `Bearer ${key}`,
};

/** Sends it as its sender does, with our key in every place of its own. */
const send = async (kind: Parameters<Stage['integration']>[0], sent: Sent): Promise<readonly [status: number, body: unknown]> => {
  const { path, key } = await stage.integration(kind);
  const { at = '', method = 'POST', type = 'application/json', authorization, body, text } = sent;
  const target = (at.startsWith('/') ? at : `${path}${at}`).replaceAll('KEY', key);
  const sentBody = (text ?? (body === undefined ? '{}' : JSON.stringify(body))).replaceAll('KEY', key);
  const answer = await fetch(`${stage.tocsin.url}${target}`, {
    method,
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': type }),
      ...(authorization ? { authorization: schemes[authorization]!(key) } : {}),
    },
    ...(method === 'GET' ? {} : { body: sentBody }),
  });
  const said: unknown = await answer.json();
  await stage.settle();
  return [answer.status, said];
};
const countGroups = async (): Promise<number> => (await stage.listGroups()).length;
const lastGroup = async () => (await stage.listGroups()).at(-1)!;
const groupOf = (id: string) => stage.ana.api.row('alertGroups', id);

story('a sender', (chapter) => {
  for (const { kind, name, status = 202, opens, title, severity, ignored, acknowledges, resolves, test } of webhookStories)
    chapter(`of the kind ${kind}, ${name}: opens one group, a repeat pages nobody, and it ends`, async () => {
      await stage.advance('PT2H');
      const accepted = async (sent: Sent): Promise<void> => {
        const [answered, body] = await send(kind, sent);
        expect([answered, body]).toEqual([status, expect.any(Object)]);
      };
      const before = await countGroups();
      if (ignored) await accepted(ignored);
      expect(await countGroups()).toBe(before);
      await accepted(opens);
      expect(await countGroups()).toBe(before + 1);
      const group = await lastGroup();
      expect(group).toMatchObject({ status: 'firing', title: expect.stringContaining(title), test: false });
      expect((await stage.ana.api.row('alerts', group.id)).alerts).toMatchObject([{ severity }]);
      await accepted(opens);
      if (ignored) await accepted(ignored);
      expect(await countGroups()).toBe(before + 1);
      expect(await groupOf(group.id)).toMatchObject({ status: 'firing' });
      if (acknowledges) {
        await accepted(acknowledges);
        expect(await groupOf(group.id)).toMatchObject({ status: 'acknowledged' });
      }
      if (resolves) {
        await accepted(resolves);
        expect(await groupOf(group.id)).toMatchObject({ status: 'resolved' });
        await accepted(resolves);
      }
      expect(await countGroups()).toBe(before + 1);
      if (!test) return;
      const rung = stage.ana.ringCount;
      await accepted(test);
      expect(await lastGroup()).toMatchObject({ test: true });
      expect(stage.ana.ringCount).toBe(rung);
    });

  chapter('Prometheus itself: a group for each name, which ends with its last alert', async () => {
    await stage.advance('PT2H');
    const now = await stage.settle();
    const at = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString();
    const alert = (alertname: string, instance: string, endsAt: string) => ({
      labels: { alertname, instance, severity: 'critical' },
      annotations: { summary: `${alertname} is wrong` },
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt,
    });
    const { key } = await stage.integration('alertmanager');
    const post = async (...alerts: readonly object[]): Promise<void> => {
      for (const [path, headers] of [
        [`/ingest/alertmanager/${key}/api/v2/alerts`, {}],
        ['/x/api/v2/alerts', { authorization: `Bearer ${key}` }],
      ] as const)
        expect((await stage.tocsin.anonymous.request('POST', path, alerts, headers)).status).toBe(200);
      await stage.settle();
    };
    const before = await countGroups();
    await post();
    await post(alert('NeverSeenFiring', 'a', at(-1)));
    expect(await countGroups()).toBe(before);
    await post(alert('DiskFull', 'a', at(4)), alert('DiskFull', 'b', at(4)), alert('QueueDeep', 'a', at(4)));
    const [disk, queue] = (await stage.listGroups()).slice(-2);
    expect([disk, queue]).toMatchObject([
      { status: 'firing', title: expect.stringContaining('DiskFull') },
      { status: 'firing', title: expect.stringContaining('QueueDeep') },
    ]);
    await post(alert('DiskFull', 'a', at(-1)), alert('QueueDeep', 'a', at(4)));
    expect(await groupOf(disk!.id)).toMatchObject({ status: 'firing' });
    await post(alert('DiskFull', 'b', at(-1)));
    expect(await groupOf(disk!.id)).toMatchObject({ status: 'resolved' });
    expect(await groupOf(queue!.id)).toMatchObject({ status: 'firing' });
    await post(alert('QueueDeep', 'a', at(-1)), alert('DiskFull', 'a', at(-1)));
    expect(await groupOf(queue!.id)).toMatchObject({ status: 'resolved' });
    expect(await countGroups()).toBe(before + 2);
  });

  chapter('two protocols at one path: the key tells which is meant', async () => {
    const { key } = await stage.integration('opsgenie');
    const body = { message: 'By Opsgenie below /api', alias: 'below-api' };
    const answer = await stage.tocsin.anonymous.request('POST', '/x/api/v2/alerts', body, { authorization: `GenieKey ${key}` });
    expect([answer.status, answer.body]).toEqual([202, expect.objectContaining({ result: 'Request will be processed' })]);
    const unknown = await stage.tocsin.anonymous.request('POST', '/x/api/v2/alerts', [], { authorization: `Bearer ${'f'.repeat(32)}` });
    expect(unknown.status).toBe(401);
  });

  chapter('a change event of PagerDuty is accepted, and opens nothing', async () => {
    const before = await countGroups();
    const { key } = await stage.integration('pagerduty-events');
    const body = { routing_key: key, payload: { summary: 'Deployed' } };
    const { status, body: answered } = await stage.tocsin.anonymous.request('POST', '/v2/change/enqueue', body);
    expect([status, answered]).toEqual([202, { status: 'success', message: 'Change event processed' }]);
    expect(await countGroups()).toBe(before);
  });
});
