import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { limits } from '@tocsin/contracts/limits.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { isSignedBySlack } from '@tocsin/platform/signatures/slack.js';
import { TwoWayChat, type ChatEvent } from '@tocsin/testing/channels/two-way-chat/chat.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { createChannel, type Channel } from '../../apps/server/src/channels/channel.js';
import type { Inbound, InboundModule } from '../../apps/server/src/channels/inbound.js';
import { postSigned } from '../../apps/server/src/channels/webhook/post-signed.js';
import { renderWebhook, type WebhookBody } from '../../apps/server/src/channels/webhook/render.js';
import { page } from '../../apps/server/src/deliveries/message.fixture.js';
import { RateLimits } from '../../apps/server/src/http/rate-limits.js';
import { addProviderDoors } from '../../apps/server/src/public/provider-doors.js';
import { HttpProblem } from '../../apps/server/src/problems/problem.js';

const signingSecret = '8f742231b10e8888abcd99yyyzzz85a5';
const now = Date.parse('2026-11-28T03:12:00.000Z') / 1_000;

const payload = z.object({
  events: z.array(
    z.object({
      secret: z.string(),
      receipt: z.object({ attemptId: z.string(), receipt: z.enum(['delivered', 'read']) }).optional(),
      press: z.enum(['acknowledge', 'answer']).optional(),
      text: z.string().optional(),
    }),
  ),
});

const toInbound = ({ secret, receipt, press, text }: ChatEvent): readonly Inbound[] => [
  ...(receipt ? [{ kind: 'receipt' as const, secret, ...receipt }] : []),
  ...(press ? [{ kind: 'act' as const, secret, act: press }] : []),
  ...(text === undefined ? [] : [{ kind: 'reply' as const, secret, text }]),
];

/** What a two-way channel declares: nothing else is needed to be answered by a chat. */
const inbound: InboundModule = {
  paths: [''],
  verify: ({ headers, body }, at) =>
    isSignedBySlack(
      signingSecret,
      { body, timestamp: String(headers['x-slack-request-timestamp']), signature: String(headers['x-slack-signature']) },
      at,
    ),
  read: ({ body }) => {
    const text = new URLSearchParams(body).get('payload');
    if (text === null) return null;
    return payload.parse(JSON.parse(text)).events.flatMap(toInbound);
  },
  answer: (results) => ({ contentType: 'text/plain', body: results.join(',') }),
};

let stage: Stage;
let chat: TwoWayChat;
let http: OutgoingHttp;
let channel: Channel;
let server: FastifyInstance;
let door: string;

/** The acts of the running server, at its own door: what the controller does in one process. */
const pages = {
  actOnce: async (secret: string, body: unknown) => {
    const answer = await stage.tocsin.anonymous.request<{ code: RefusalCode }>('POST', `/api/pages/${secret}`, body);
    if (answer.status !== 202) throw new HttpProblem(answer.body.code);
    return answer.body as never;
  },
  resolve: () => Promise.reject(new Error('not by this chat')),
  stop: () => Promise.reject(new Error('not by this chat')),
  fail: () => Promise.reject(new Error('not by this chat')),
};

beforeAll(async () => {
  stage = await Stage.begin();
  chat = await TwoWayChat.start(signingSecret, () => now);
  const { api, personId, methodId } = stage.ana;
  const { says } = await api.run('AddContactMethod', { kind: 'webhook', personId, address: chat.phone.url });
  const contactMethodId = String(says['contactMethodId']);
  await api.run('VerifyContactMethod', { personId, contactMethodId, code: await chat.phone.waitForCode(contactMethodId) });
  await api.run('RemoveContactMethod', { personId, contactMethodId: methodId });
  http = new OutgoingHttp({ allowLoopback: true });
  channel = createChannel<WebhookBody>({
    kind: 'webhook',
    render: renderWebhook,
    preview: () => ({ title: null, text: '', isJson: true, acts: [] }),
    send: ({ content }, { address }, call) =>
      postSigned(http, content, { address, secret: null, now: '', version: '', headers: {}, ...call }),
    inbound: [inbound],
  });
  server = Fastify();
  const rates = new RateLimits(partOf<ConstructorParameters<typeof RateLimits>[0]>({ clock: { kind: 'system' } }));
  addProviderDoors(server, { channels: [channel], chats: [], pages, rates, now: () => new Date(now * 1_000).toISOString() });
  door = `${await server.listen({ host: '127.0.0.1', port: 0 })}/api/channels/webhook`;
});
afterAll(async () => {
  await server.close();
  http.close();
  await chat.close();
  await stage.close();
});

/** A page in the chat for a new alert group. */
const beginPage = async (n: number) => {
  await stage.settleFully();
  await stage.generic({ summary: `Alert ${n}`, key: `k${n}`, severity: 'critical' });
  await stage.settle();
  return chat.newest();
};
const attemptsOf = async (n: number) => (await stage.pagesOf((await stage.getGroup(n)).id, stage.ana)).flatMap(({ attempts }) => attempts);

describe('a chat that answers', () => {
  it('is sent to by the same channel that takes back', async () => {
    const method = { contactMethodId: page().groupId, address: chat.phone.url, secret: null };
    expect(await channel.deliver('page', page(), method, { deadlineMs: 5_000 })).toMatchObject({ ok: true });
  });

  it('confirms, acknowledges by a press, and may repeat both', async () => {
    const { secret, attemptId } = await beginPage(1);
    const number = (await stage.listGroups()).at(-1)!.number;
    const events: readonly ChatEvent[] = [
      { secret, receipt: { attemptId, receipt: 'read' } },
      { secret, press: 'acknowledge' },
    ];
    expect(await chat.send(door, events)).toEqual({ status: 200, text: 'done,done' });
    expect(await chat.send(door, events)).toEqual({ status: 200, text: 'done,done' });
    await stage.settle();
    expect(await attemptsOf(number)).toMatchObject([{ state: 'read' }]);
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged', holder: { personId: stage.ana.personId } });
  });

  it('answers by a word, in the first line, with any signs around it; other words do nothing', async () => {
    const { secret } = await beginPage(2);
    const { number } = (await stage.listGroups()).at(-1)!;
    expect(await chat.send(door, [{ secret, text: 'what is this?\nack' }])).toEqual({ status: 200, text: 'not_understood' });
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing' });
    expect(await chat.send(door, [{ secret, text: ' “ACK!”\n> quoted' }])).toEqual({ status: 200, text: 'done' });
    expect(await stage.getGroup(number)).toMatchObject({ status: 'acknowledged' });
  });

  it('does what it may, beside what is refused', async () => {
    const { secret } = await beginPage(3);
    const wrong = 'A'.repeat(64);
    expect(
      await chat.send(door, [
        { secret: wrong, press: 'acknowledge' },
        { secret, text: 'a' },
      ]),
    ).toEqual({
      status: 200,
      text: 'page_link.invalid,done',
    });
  });

  it('is refused with a wrong signature, at length with 429, and whatever can’t be read', async () => {
    const { secret } = await beginPage(4);
    const { number } = (await stage.listGroups()).at(-1)!;
    expect(await chat.send(door, [{ secret, press: 'acknowledge' }], 'another')).toMatchObject({ status: 403 });
    expect(await chat.post(door, 'hello')).toMatchObject({ status: 400 });
    expect(await stage.getGroup(number)).toMatchObject({ status: 'firing' });
    // as many as a network may guess, of which one was above; the right one is never counted
    const statuses = new Set<number>();
    for (let n = 0; n < limits.wrongGuessesPerMinute; n += 1) statuses.add((await chat.send(door, [], 'another')).status);
    expect([...statuses]).toEqual([403, 429]);
    expect(await chat.send(door, [])).toMatchObject({ status: 200 });
  });
});
