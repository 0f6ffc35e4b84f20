import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** The system that Tocsin replaces. */
class OldSystem {
  readonly requests: { readonly body: string; readonly headers: IncomingHttpHeaders; readonly path: string }[] = [];
  status = 202;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<OldSystem> {
    const server = createServer();
    const system = new OldSystem(server);
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
      request.on('end', () => {
        if (system.status < 300) system.requests.push({ body, headers: request.headers, path: request.url ?? '' });
        response.writeHead(system.status).end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return system;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
  get summaries(): readonly string[] {
    return this.requests.map(({ body }) => (JSON.parse(body) as { summary: string }).summary);
  }
  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

let stage: Stage;
let old: OldSystem;
let ids: { readonly teamId: string; readonly integrationId: string };
let path: string;
let key: string;
beforeAll(async () => {
  [stage, old] = await Promise.all([Stage.begin(), OldSystem.start()]);
  const { teamId, policyId } = stage.setUpAnswer;
  const { api } = stage.ana;
  const made = await api.run('CreateService', { teamId, name: 'Moved in', policyId, rehearses: true });
  const { says } = await api.run('CreateIntegration', {
    teamId,
    serviceId: String(made.says['serviceId']),
    name: 'There',
    kind: 'generic',
  });
  path = new URL(String(says['address'])).pathname;
  key = String(says['key']);
  ids = { teamId, integrationId: String(says['integrationId']) };
  await stage.settle();
});
afterAll(async () => {
  await stage.close();
  await old.close();
});

const fires = async (summary: string, headers: Readonly<Record<string, string>> = {}): Promise<void> => {
  const body = { summary, key: summary, severity: 'critical', our: key };
  const { status } = await stage.tocsin.anonymous.request('POST', path, body, headers);
  expect(status).toBe(202);
  await stage.settle();
};
const relay = () => stage.getRow('relays', ids.integrationId);
const health = async (): Promise<HealthAnswer> => (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;

story('what a service receives while it moves', (chapter) => {
  chapter('is missed by the old system after a day without a relay: health says so', async () => {
    expect((await health()).ok).toBe(true);
    await stage.advance('P1DT1M');
    expect((await health()).why.join()).toContain('“Moved in” rehearses, and nothing reaches the old system');
  });

  chapter('is not relayed to Tocsin itself, nor without a place for the key', async () => {
    const { api } = stage.ana;
    const itself = await api.expectRefusal('SetRelay', { ...ids, address: `${stage.tocsin.url}${path}` });
    expect(itself.code).toBe('relay.to_itself');
    expect((await api.expectRefusal('SetRelay', { ...ids, address: 'http://old.example.org/' })).code).toBe('relay.not_https');
    expect((await api.expectRefusal('SetRelay', { ...ids, address: old.url, credential: 'k' })).code).toBe('relay.credential_missing');
  });

  chapter('arrives there as it came, with the key of the old system and none of ours', async () => {
    await stage.ana.api.run('SetRelay', { ...ids, address: `${old.url}/in/theirs`, header: 'X-Key', credential: 'secret of theirs' });
    await stage.settle();
    await fires('Disk', { cookie: 'a=b', 'x-forwarded-for': '10.1.1.1' });
    const [request] = old.requests;
    expect(request).toMatchObject({ path: '/in/theirs', headers: { 'x-key': 'secret of theirs', 'content-type': 'application/json' } });
    expect(JSON.parse(request!.body)).toMatchObject({ summary: 'Disk', severity: 'critical', our: '[integration key]' });
    expect(request!.headers['tocsin-relay']).toBeDefined();
    expect(request!.headers).not.toHaveProperty('cookie');
    expect(request!.headers).not.toHaveProperty('x-forwarded-for');
    expect((await stage.getRow('integrations', ids.integrationId)).relay).toEqual({
      host: new URL(old.url).host,
      header: 'X-Key',
      field: null,
      since: expect.any(String) as string,
    });
  });

  chapter('goes round in no circle', async () => {
    await fires('Relayed', { 'tocsin-relay': 'another' });
    await stage.advance('PT2S');
    expect(old.summaries).toEqual(['Disk']);
    expect(await relay()).toMatchObject({ sent: 1, loops: 1 });
  });

  chapter('is answered while the old system is away, and sent once it is back', async () => {
    old.status = 503;
    await fires('Fan');
    await stage.advance('PT5M');
    expect((await relay()).failing).toMatchObject({ why: 'Answered 503.' });
    old.status = 202;
    await stage.advance('PT2M');
    expect(old.summaries).toEqual(['Disk', 'Fan']);
  });

  chapter('is dropped after a quarter of an hour, counted, and holds nothing up', async () => {
    old.status = 503;
    await fires('Door');
    await stage.advance('PT1H');
    expect(await relay()).toMatchObject({ late: 1, failing: { why: 'Answered 503.' } });
    old.status = 202;
    await fires('Window');
    await stage.advance('PT2S');
    expect(old.summaries).toEqual(['Disk', 'Fan', 'Window']);
    expect((await relay()).failing).toBeNull();
  });

  chapter('survives a kill of Tocsin', async () => {
    old.status = 503;
    await fires('Roof');
    await stage.restart('SIGKILL');
    old.status = 202;
    await stage.advance('PT2M');
    expect(old.summaries.at(-1)).toBe('Roof');
  });

  chapter('stays here once the relay is removed', async () => {
    await stage.ana.api.run('RemoveRelay', ids);
    await stage.settle();
    const before = old.requests.length;
    await fires('Stairs');
    await stage.advance('PT2M');
    expect(old.requests).toHaveLength(before);
  });
});
