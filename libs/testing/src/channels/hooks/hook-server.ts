import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { z } from 'zod';
import { ItemCollector } from '../../await-items.js';

/** What arrived in the channel, as a reader sees it. */
export interface HookPost {
  readonly text: string;
  readonly links: readonly string[];
  readonly buttons?: readonly HookButton[];
}
interface Answer {
  readonly status: number;
  readonly body: string;
  readonly post?: HookPost;
}

/** Undoes the marks of Markdown. A mention that would notify somebody is a failure of the sender. */
const read = (text: string): HookPost => {
  if (/(?<!\w)@(?:channel|all|here|everyone)\b/.test(text)) throw new Error(`notifies everybody: ${text}`);
  return { text, links: [...text.matchAll(/(?<!\\)\]\((\S+)\)/g)].map(([, href]) => href!) };
};
const json = (status: number, body: object): Answer => ({ status, body: JSON.stringify(body) });

const mattermostButton = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9]+$/),
  type: z.literal('button'),
  name: z.string().min(1),
  style: z.enum(['default', 'primary', 'good', 'success', 'warning', 'danger']),
  integration: z.strictObject({ url: z.url(), context: z.record(z.string(), z.string()) }),
});
export type HookButton = z.infer<typeof mattermostButton>;
const mattermostAnswer = z.strictObject({
  update: z
    .strictObject({
      message: z.string(),
      props: z.strictObject({ attachments: z.array(z.strictObject({ fallback: z.string(), actions: z.array(mattermostButton) })) }),
    })
    .optional(),
  ephemeral_text: z.string().optional(),
});

const mattermostBody = z.strictObject({
  text: z.string().min(1).max(16_383),
  priority: z.strictObject({ priority: z.enum(['urgent', 'important']) }).optional(),
  attachments: z.array(z.strictObject({ fallback: z.string(), actions: z.array(mattermostButton).min(1) })).optional(),
});
const rocketBody = z.strictObject({ text: z.string().min(1), alias: z.string().optional() });
const discordBody = z.strictObject({
  content: z.string().min(1).max(2_000),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
  flags: z.number().int(),
});
const teamsBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: z.string().min(1),
  wrap: z.literal(true),
  weight: z.enum(['Bolder']).optional(),
  size: z.enum(['Medium']).optional(),
  color: z.enum(['Default', 'Attention', 'Warning', 'Good']).optional(),
});
const teamsBody = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: z.strictObject({
        $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
        type: z.literal('AdaptiveCard'),
        version: z.literal('1.4'),
        msteams: z.strictObject({ width: z.literal('Full') }),
        body: z.array(teamsBlock).min(1),
        actions: z.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1), url: z.url() })).max(6),
      }),
    }),
  ]),
});

const chats = {
  mattermost: (text: string): Answer => {
    const { data } = mattermostBody.safeParse(JSON.parse(text));
    return data
      ? { status: 200, body: 'ok', post: { ...read(data.text), buttons: (data.attachments ?? []).flatMap(({ actions }) => actions) } }
      : json(400, { id: 'api.context.invalid_body_param.app_error', status_code: 400 });
  },
  rocketchat: (text: string): Answer => {
    const { data } = rocketBody.safeParse(JSON.parse(text));
    return data ? { ...json(200, { success: true }), post: read(data.text) } : json(400, { success: false });
  },
  discord: (text: string, url: URL): Answer => {
    const { data } = discordBody.safeParse(JSON.parse(text));
    if (!data) return json(400, { message: 'Invalid Form Body', code: 50_035 });
    if (url.searchParams.get('wait') !== 'true') return { status: 204, body: '' };
    return { ...json(200, { id: '1422' }), post: read(data.content) };
  },
  /** The workflow has started; a bad card fails later, which nobody is told: here it fails the test. */
  teams: (text: string): Answer => {
    if (Buffer.byteLength(text) > 28 * 1_024) return { status: 413, body: '' };
    const [{ content }] = teamsBody.parse(JSON.parse(text)).attachments;
    return {
      status: 202,
      body: '',
      post: { text: content.body.map((block) => block.text).join('\n'), links: content.actions.map(({ url }) => url) },
    };
  },
};
export type HookKind = keyof typeof chats;

const goneAnswers: Readonly<Record<HookKind, Answer>> = {
  mattermost: json(400, { id: 'web.incoming_webhook.invalid.app_error', message: 'Invalid webhook.', status_code: 400 }),
  rocketchat: json(404, { success: false, error: 'Invalid integration id or token provided.' }),
  discord: json(404, { message: 'Unknown Webhook', code: 10_015 }),
  teams: json(404, { error: { code: 'WorkflowNotFound', message: 'gone' } }),
};

/** Incoming webhooks of Mattermost, Rocket.Chat, Discord and Teams on loopback. They refuse what those refuse. */
export class HookServer {
  readonly posts: HookPost[] = [];
  readonly errors: unknown[] = [];
  private readonly arrived = new ItemCollector<HookPost>('message to a webhook');
  private nextAnswer: Answer | null = null;
  private isGone = false;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.take(request, response).catch((error: unknown) => this.errors.push(error)));
  }

  static async start(): Promise<HookServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HookServer(server);
  }

  /** The address of a hook, with a secret that has to be kept byte for byte. */
  hook(kind: HookKind): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${kind}/theSecret%2Fof/it`;
  }
  /** The first message that is like this. */
  async waitForPost(isIt: (post: HookPost) => boolean): Promise<HookPost> {
    return this.posts.find(isIt) ?? this.arrived.waitFor(isIt);
  }
  deleteHooks(): void {
    this.isGone = true;
  }
  answerNext(status: number, body: string): void {
    this.nextAnswer = { status, body };
  }

  /** A finger on a button in Mattermost: it changes the message, and what the presser alone is told is returned. `context`: as it was tampered with. */
  async press(post: HookPost, label: string, user: string, more: { readonly triggerId?: string; readonly context?: object } = {}) {
    const button = post.buttons?.find(({ name }) => name === label);
    if (!button) throw new Error(`no button ${label}: ${post.buttons?.map(({ name }) => name).join(', ')}`);
    const { url, context } = button.integration;
    const body = {
      user_id: user,
      user_name: user,
      post_id: 'p1',
      channel_id: 'c1',
      trigger_id: more.triggerId,
      context: { ...context, ...more.context },
    };
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 200) return { status: response.status, says: undefined };
    const answer = mattermostAnswer.parse(await response.json());
    const { update } = answer;
    if (update) Object.assign(post, { ...read(update.message), buttons: update.props.attachments.flatMap(({ actions }) => actions) });
    return { status: 200, says: answer.ephemeral_text };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const kind = url.pathname.split('/')[1] as HookKind;
    const planted = this.nextAnswer;
    this.nextAnswer = null;
    const isRight = url.pathname === `/${kind}/theSecret%2Fof/it` && request.headers['content-type'] === 'application/json';
    const { status, body, post } = planted ?? (this.isGone || !isRight ? goneAnswers[kind] : chats[kind](text, url));
    if (post) {
      this.posts.push(post);
      this.arrived.add(post);
    }
    response.writeHead(status, { 'Content-Type': body.startsWith('{') ? 'application/json' : 'text/plain' }).end(body);
  }
}
