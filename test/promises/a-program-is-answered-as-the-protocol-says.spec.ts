import { request } from 'node:http';
import { resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Stage } from '@tocsin/testing/stage/stage.js';

const revision = '2026-07-28';
const older = '2025-11-25';
let stage: Stage;
let token = '';

const address = (): URL => new URL('/mcp', stage.tocsin.url);
const envelope = (version = revision) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
});

interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}
type Headers = Readonly<Record<string, string | undefined>>;
/** Posts one message as a client of this revision does; headers given as undefined are left out. */
const post = async (method: string, params: object = {}, more: Headers = {}) => {
  const headers: Headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    'mcp-method': method,
    ...('name' in params ? { 'mcp-name': String(params.name) } : {}),
    ...more,
  };
  const answer = await fetch(address(), {
    method: 'POST',
    headers: Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined)),
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { _meta: envelope(), ...params } }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, ...(text === '' ? {} : (JSON.parse(text) as Answer)) };
};

beforeAll(async () => {
  stage = await Stage.begin();
  await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
  await stage.ana.api.run('CreateTeam', { name: 'Search' });
  await stage.ana.api.prove();
  const { says } = await stage.ana.api.run('IssueServiceToken', { name: 'program', teamId: null, scopes: ['read', 'plan'] });
  await stage.settle();
  token = String(says['token']);
});
afterAll(() => stage.close());

describe('a client of 2026-07-28', () => {
  it('discovers what is spoken here', async () => {
    const { status, result } = await post('server/discover');
    expect([status, result]).toEqual([
      200,
      expect.objectContaining({
        resultType: 'complete',
        supportedVersions: expect.arrayContaining([revision]),
        capabilities: { tools: expect.anything() },
        instructions: expect.stringContaining('Tocsin'),
      }),
    ]);
  });

  it.each([
    ['no revision in the header', { 'mcp-protocol-version': undefined }],
    ['another revision in the header', { 'mcp-protocol-version': older }],
    ['no method in the header', { 'mcp-method': undefined }],
    ['another method in the header', { 'mcp-method': 'tools/list' }],
    ['no name in the header', { 'mcp-name': undefined }],
    ['another name in the header', { 'mcp-name': 'get_report' }],
  ])('is refused with -32020 for %s', async (_what, headers) => {
    const { status, error } = await post('tools/call', { name: 'list_things', arguments: { of: 'teams' } }, headers);
    expect([status, error?.code]).toEqual([400, -32_020]);
  });

  it('hears which revisions there are with -32022', async () => {
    const { status, error } = await post('tools/list', { _meta: envelope('2031-01-01') }, { 'mcp-protocol-version': '2031-01-01' });
    expect([status, error?.code, error?.data]).toEqual([
      400,
      -32_022,
      expect.objectContaining({ supported: expect.arrayContaining([revision]) }),
    ]);
  });

  it('hears of a method that is not there with 404, of a tool with -32602, and of a wrong field what to mend', async () => {
    const method = await post('tools/forget');
    expect([method.status, method.error?.code]).toEqual([404, -32_601]);
    const tool = await post('tools/call', { name: 'drop_all', arguments: {} });
    expect(tool.error?.code).toBe(-32_602);
    const field = await post('tools/call', { name: 'get_alert_group', arguments: { number: 'first', colour: 'red' } });
    expect([field.status, field.result]).toEqual([200, expect.objectContaining({ isError: true })]);
  });

  it('gets lists and answers that are kept for its token alone, and as data beside the same text', async () => {
    const { result: listed } = await post('tools/list');
    expect(listed).toMatchObject({ resultType: 'complete', cacheScope: 'private', ttlMs: expect.any(Number) });
    const tools = listed!['tools'] as readonly { readonly name: string; readonly inputSchema: object; readonly outputSchema?: object }[];
    for (const { name, inputSchema, outputSchema } of tools) {
      expect([name, inputSchema]).toEqual([name, expect.objectContaining({ type: 'object', additionalProperties: false })]);
      expect([name, outputSchema]).toEqual([name, expect.objectContaining({ type: 'object', required: expect.any(Array) })]);
    }
    expect(JSON.stringify(tools).length).toBeLessThan(32 * 1_024);
    const { result } = await post('tools/call', { name: 'get_alert_group', arguments: { number: 1 } });
    const [{ text }] = result!['content'] as readonly [{ readonly text: string }];
    expect(JSON.parse(text)).toEqual(result!['structuredContent']);
    expect(result).toMatchObject({ resultType: 'complete' });
  });

  it('goes on where a list ended', async () => {
    const first = await post('tools/call', { name: 'list_things', arguments: { of: 'teams', limit: 1 } });
    const { rows, next } = first.result!['structuredContent'] as { readonly rows: readonly object[]; readonly next: string };
    const second = await post('tools/call', { name: 'list_things', arguments: { of: 'teams', limit: 1, cursor: next } });
    expect(second.result!['structuredContent']).toEqual(expect.objectContaining({ rows: [expect.not.objectContaining(rows[0]!)] }));
  });

  it('sends a notification, and gets 202 without a body', async () => {
    const answer = await fetch(address(), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': 'notifications/cancelled',
      },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, _meta: envelope() } }),
    });
    expect([answer.status, await answer.text()]).toEqual([202, '']);
  });
});

describe('the door', () => {
  it.each(['GET', 'DELETE', 'PUT'])('answers %s with 405', async (method) => {
    const answer = await fetch(address(), { method, headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  /** As a browser sends it whose page’s name was pointed at this server: `fetch` sets no Host. */
  const browse = (headers: Readonly<Record<string, string>>): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request(address(), { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      });
      asked.on('error', reject);
      asked.end('{}');
    });
  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page whose name was pointed here', { origin: 'http://evil.example', host: 'evil.example' }],
    ['a page without a name', { origin: 'null' }],
  ])('refuses %s', async (_what, headers) => {
    expect(await browse({ authorization: `Bearer ${token}`, ...headers })).toBe(403);
  });
  it('takes pages of its own address', async () => {
    const { status } = await post('tools/list', {}, { origin: stage.tocsin.url });
    expect(status).toBe(200);
  });
  it('answers with the headers that all answers have', async () => {
    const { headers } = await post('tools/list');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('an unmodified client', () => {
  const overHttp = () => new StreamableHTTPClientTransport(address(), { requestInit: { headers: { authorization: `Bearer ${token}` } } });
  const overStdio = () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [resolve('dist/server/tocsin.js'), 'mcp'],
      env: { TOCSIN_URL: stage.tocsin.url, TOCSIN_TOKEN: token },
    });
  it.each([
    ['that speaks 2026-07-28', { mode: { pin: revision } }, revision, overHttp],
    ['that asks which revision there is', { mode: 'auto' }, revision, overHttp],
    ['that speaks 2025-11-25', { mode: 'legacy' }, older, overHttp],
    ['that starts tocsin mcp', { mode: { pin: revision } }, revision, overStdio],
    ['that starts tocsin mcp and speaks 2025-11-25', { mode: 'legacy' }, older, overStdio],
  ] as const)('%s lists, reads, asks for a plan, hears a refusal', async (how, versionNegotiation, spoken, transport) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
    await client.connect(transport());
    expect(client.getNegotiatedProtocolVersion()).toBe(spoken);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('add_note');
    const read = await client.callTool({ name: 'get_alert_group', arguments: { number: 1 } });
    expect(read.structuredContent).toMatchObject({ group: { row: { number: 1 } } });
    const planned = await client.callTool({ name: 'add_note', arguments: { number: 1, text: `by one ${how}` } });
    expect(planned.structuredContent).toMatchObject({ plan: { state: 'open' } });
    expect(await client.callTool({ name: 'get_alert_group', arguments: { number: 99 } })).toMatchObject({ isError: true });
    await client.close();
  });
});
