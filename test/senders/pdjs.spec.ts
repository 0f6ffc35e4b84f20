import { story } from '@tocsin/testing/stage/story.js';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { certificateFile, startTlsProxy, type TlsProxy } from './tls-proxy.js';

interface Call {
  readonly call: 'trigger' | 'acknowledge' | 'resolve' | 'event';
  readonly server: string;
  readonly data: object;
}
interface PdjsResult {
  readonly status?: number;
  readonly body?: { readonly status: string; readonly dedup_key: string; readonly errors?: readonly string[] };
  readonly failed?: string;
}

/** The results of pdjs’s calls with our answers, in order. */
const send = async (...calls: readonly Call[]): Promise<readonly PdjsResult[]> => {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: certificateFile };
  const sender = spawn(process.execPath, [join(__dirname, 'pdjs-sender.cjs')], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  sender.stdin.end(JSON.stringify(calls));
  const results = JSON.parse(await text(sender.stdout)) as readonly PdjsResult[];
  await stage.settle();
  return results;
};

let stage: Stage;
let proxy: TlsProxy;
let key: string;
beforeAll(async () => {
  stage = await Stage.begin();
  ({ key } = await stage.integration('pagerduty-events'));
  proxy = await startTlsProxy(stage.tocsin.url);
});
afterAll(async () => {
  await proxy.close();
  await stage.close();
});

const payload = { summary: 'The queue is long', source: 'queue-1', severity: 'critical' };
const trigger = (more: object = {}, server = proxy.host): Call => ({
  call: 'trigger',
  server,
  data: { routing_key: key, payload, ...more },
});
const endCall = (call: 'acknowledge' | 'resolve', dedup: string): Call => ({
  call,
  server: proxy.host,
  data: { routing_key: key, dedup_key: dedup },
});
const toSuccess = (dedup: unknown): object => ({
  status: 202,
  body: { status: 'success', message: 'Event processed', dedup_key: dedup },
});

story('@pagerduty/pdjs, over TLS', (chapter) => {
  chapter('triggers, acknowledges, and resolves', async () => {
    expect(await send(trigger({ dedup_key: 'queue-1/long' }))).toEqual([toSuccess('queue-1/long')]);
    expect(await stage.getGroup(1)).toMatchObject({ status: 'firing', title: 'The queue is long (queue-1)', urgency: 'high' });
    expect(stage.ana.ringCount).toBe(1);

    expect(await send(endCall('acknowledge', 'queue-1/long'))).toEqual([toSuccess('queue-1/long')]);
    expect(await stage.getGroup(1)).toMatchObject({ status: 'acknowledged', holder: { kind: 'sender' }, paging: [] });

    expect(await send(endCall('resolve', 'queue-1/long'))).toEqual([toSuccess('queue-1/long')]);
    expect(await stage.getGroup(1)).toMatchObject({ status: 'resolved' });
    expect(stage.ana.ringCount).toBe(1);
  });

  chapter('gets a key for a trigger without one, and resolves by it', async () => {
    const [one, other] = await send(trigger(), trigger());
    const keys = [one, other].map((result) => result!.body!.dedup_key);
    expect([one, other]).toEqual(keys.map(toSuccess));
    expect(new Set(keys).size).toBe(2);
    await send(endCall('resolve', keys[0]!));
    expect((await stage.listGroups()).slice(-2).map(({ status }) => status)).toEqual(['resolved', 'firing']);
  });

  chapter('has a path before PagerDuty’s, and says it twice', async () => {
    const before = (await stage.listGroups()).length;
    const server = `${proxy.host}/behind/a/proxy`;
    const results = await send(trigger({ dedup_key: 'prefixed' }, server), trigger({ dedup_key: 'prefixed' }, server));
    expect(results).toEqual([toSuccess('prefixed'), toSuccess('prefixed')]);
    expect(await stage.listGroups()).toHaveLength(before + 1);
  });

  chapter('uses the general call, with all fields', async () => {
    const data = {
      routing_key: key,
      event_action: 'trigger',
      dedup_key: 'all',
      payload: { ...payload, timestamp: '2026-01-02T03:04:05+0000' },
    };
    const links = [{ href: 'https://wiki.example.org/runbook', text: 'Runbook' }];
    expect(await send({ call: 'event', server: proxy.host, data: { ...data, links } })).toEqual([toSuccess('all')]);
    expect((await stage.listGroups()).at(-1)!.links).toMatchObject([{ kind: 'runbook', text: 'Runbook' }]);
  });

  chapter('accepts that nothing is open under a key', async () => {
    const before = await stage.listGroups();
    expect(await send(endCall('acknowledge', 'unheard-of'), endCall('resolve', 'unheard-of'))).toEqual(
      ['unheard-of', 'unheard-of'].map(toSuccess),
    );
    expect(await stage.listGroups()).toEqual(before);
  });

  chapter('reads why a wrong key is refused', async () => {
    const [result] = await send(trigger({ routing_key: 'f'.repeat(32) }));
    expect(result).toMatchObject({ status: 400, body: { status: 'invalid event', errors: [expect.stringContaining('routing_key')] } });
  });
});
