import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { Player, Stage } from '@tocsin/testing/stage/stage.js';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import { bodyAt, type Attempt, type Capture, type SentRequest } from './captures.js';

/** Where a webhook carries its key. PagerDuty’s senders put it into the body. */
export type KeyIn = 'path' | 'bearer' | 'basic' | 'query';

interface ReplaySetup {
  readonly body?: unknown;
  readonly keyIn?: KeyIn;
  readonly method?: string;
}

let replayCount = 0;

/** The service of one story, on which nothing else opens groups. */
export class SenderReplay {
  private readonly keys = new Map<IntegrationKind, string>();
  private lastAtMs = 0;

  private constructor(
    private readonly stage: Stage,
    private readonly serviceId: string,
    private readonly responder: Player,
  ) {}

  /** Pages Ana, whom other stories page as well: a message to her may wait for a bundle with theirs. */
  static begin(stage: Stage): Promise<SenderReplay> {
    return SenderReplay.create(stage, stage.ana, stage.setUpAnswer.policyId);
  }

  /** Pages a person whom no other story pages. */
  static async withPhone(stage: Stage): Promise<SenderReplay> {
    const { teamId } = stage.setUpAnswer;
    const name = `Bo${replayCount + 1}`;
    const bo = await stage.addPerson(name);
    const steps = [{ targets: [{ kind: 'person' as const, personId: bo.personId }], waitMinutes: 5, notifyOthersStill: false }];
    const { says } = await stage.ana.api.run('CreatePolicy', { teamId, name, steps, repeats: 0 });
    return SenderReplay.create(stage, bo, String(says['policyId']));
  }

  private static async create(stage: Stage, responder: Player, policyId: string): Promise<SenderReplay> {
    const { teamId } = stage.setUpAnswer;
    const { api } = stage.ana;
    const name = `Story ${(replayCount += 1)}`;
    const { says } = await api.run('CreateService', { teamId, policyId, name });
    const serviceId = String(says['serviceId']);
    const story = new SenderReplay(stage, serviceId, responder);
    await stage.settle();
    for (const kind of ['alertmanager', 'pagerduty-events'] as const) {
      const integration = await api.run('CreateIntegration', { teamId, serviceId, name: `${name}, ${kind}`, kind });
      story.keys.set(kind, String(integration.says['key']));
    }
    await stage.settle();
    return story;
  }

  keyOf(kind: IntegrationKind): string {
    return this.keys.get(kind)!;
  }

  /** Sends a captured request: method, headers, query and the path’s prefix are kept, the key is the story’s. */
  send(
    { request }: Capture,
    { body = request.body, keyIn = keyInOf(request), method = request.method }: ReplaySetup = {},
  ): Promise<ClientAnswer> {
    const isWebhook = !request.path.includes('/v2/');
    const { path, authorization } = isWebhook
      ? toWebhookAddress(request.path, this.keyOf('alertmanager'), keyIn)
      : { path: request.path, authorization: request.headers['Authorization'] };
    const target = request.rawQuery ? `${path}${path.includes('?') ? '&' : '?'}${request.rawQuery}` : path;
    const headers = { ...toReplayedHeaders(request), ...(authorization ? { authorization } : {}) };
    return this.stage.tocsin.anonymous.request(method, target, this.replaceKey(request, body), headers);
  }

  /** Sends one try of a sequence, after the same time as its sender. */
  async sendAttempt(capture: Capture, attempt: Attempt, body = bodyAt(capture, attempt)): Promise<ClientAnswer> {
    const elapsedMs = Math.max(attempt.atMs - this.lastAtMs, 0);
    this.lastAtMs = attempt.atMs;
    await this.stage.advance(`PT${elapsedMs / 1_000}S`);
    return this.send(capture, { body });
  }

  async listGroups(): Promise<readonly AlertGroupRow[]> {
    await this.stage.settle();
    return this.stage.ana.api.list('alertGroups', `where.serviceId=${this.serviceId}&sort=number`);
  }

  /**
   * One line for each group, oldest first: its status, the number of its opening, and the start of its alerts’ fingerprints, `+`
   * firing, `-` resolved.
   */
  async summariseGroups(): Promise<readonly string[]> {
    const groups = await this.listGroups();
    return Promise.all(
      groups.map(async ({ id, status, opening }) => {
        const { alerts } = await this.stage.ana.api.row('alerts', id);
        const states = alerts.map(({ fingerprint, state }) => `${fingerprint.slice(0, 4)}${state === 'firing' ? '+' : '-'}`);
        return `${status} ${opening}: ${states.toSorted().join(' ')}`;
      }),
    );
  }

  /** Number of messages on the phone for each group. */
  async ringCounts(): Promise<readonly number[]> {
    const groups = await this.listGroups();
    const { pages } = this.responder.phone;
    return groups.map(({ id }) => pages.filter(({ groupId, quiet }) => groupId === id && !quiet).length);
  }

  /** Replaces a key that could be an integration’s; an invalid one in the capture stays invalid. */
  private replaceKey({ path }: SentRequest, body: unknown): unknown {
    const { routing_key: key } = body as { routing_key?: string };
    return path.includes('/enqueue') && isCapturedKey(key) ? { ...(body as object), routing_key: this.keyOf('pagerduty-events') } : body;
  }
}

/** The key of the captures, and of clients that write it in another way. */
const isCapturedKey = (key: string | undefined): boolean => key === '0123456789abcdef0123456789abcdef';

const toWebhookAddress = (capturedPath: string, key: string, keyIn: KeyIn): { path: string; authorization?: string } => {
  const address = `${capturedPath}/ingest/alertmanager`;
  const basic = Buffer.from(`example-user:${key}`).toString('base64');
  const addresses: Readonly<Record<KeyIn, { path: string; authorization?: string }>> = {
    path: { path: `${address}/${key}` },
    query: { path: `${address}?key=${key}` },
    bearer: { path: address, authorization: `Bearer ${key}` },
    basic: { path: address, authorization: `Basic ${basic}` },
  };
  return addresses[keyIn];
};

const keyInOf = ({ headers }: SentRequest): KeyIn => {
  const scheme = headers['Authorization']?.split(' ')[0]?.toLowerCase();
  return scheme === 'bearer' || scheme === 'basic' ? scheme : 'path';
};

/** Headers of the connection, which are not replayed. */
const connectionHeaders = new Set(['host', 'content-length', 'authorization', 'connection', 'accept-encoding']);
const toReplayedHeaders = ({ headers }: SentRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !connectionHeaders.has(name)),
  );
