import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { allRoutes } from '../../apps/server/src/query/all-routes.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let token = '';
let head = 0;
let moment = '';
let ids: readonly string[] = [];

const read = async (path: string): Promise<{ readonly status: number; readonly body: string }> => {
  const answer = await fetch(new URL(path, stage.tocsin.url), { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.text()).replace(/,"correlationId":"[^"]*"/, '') };
};

/** Everything after its moment that a token could ask for, in the parameters by which it could. */
const later = (): readonly string[] => [
  '',
  '?at=2099-01-01T00:00:00.000Z',
  // its text is smaller than that of the moment
  `?at=${moment.slice(0, 10)}T00:00:00-23:59`,
  `?at=${moment.replace('Z', '1Z')}`,
  '?at=99999999',
  '?at=1&at=99999999',
  '?before=99999999',
  '?ordinal=99999999',
  '?limit=200&q=later',
  '?q=Later',
  '?format=csv',
  '?format=csv&format=ndjson',
  '?format=ndjson',
  `?label=${encodeURIComponent('service.tier="1"')}`,
];
const bound = allRoutes.filter(({ method, boundBy }) => method === 'GET' && boundBy);
const addresses = (): readonly string[] =>
  bound
    .flatMap(({ path }) => (path.includes(':id') ? ids.map((id) => path.replace(':id', id)) : [path]))
    .flatMap((path) => later().map((query) => `${path}${query}`));
const readAll = async (): Promise<ReadonlyMap<string, unknown>> => {
  const answers = new Map<string, unknown>();
  for (const path of addresses()) answers.set(path, await read(path));
  return answers;
};

beforeAll(async () => {
  // far from midnight: a report without a period ends today
  stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-21T09:00:00.000Z' } });
  await stage.generic({ summary: 'Payments are down', key: 'payments' });
  await stage.settle();
  const { teamId, serviceId, policyId, integrationId } = stage.setUpAnswer;
  ids = [(await stage.getGroup()).id, stage.ana.personId, teamId, serviceId, policyId, integrationId, 'organisation'];
  head = await stage.getHead();
  ({ at: moment } = (await stage.ana.api.request<{ at: string }>('GET', `/api/moment?at=${head}`)).body);
  await stage.ana.api.prove();
  token = String(
    (await stage.ana.api.run('IssueServiceToken', { name: 'As of then', teamId: null, scopes: ['read'], asOf: head })).says['token'],
  );
  await stage.settle();
});
afterAll(() => stage.close());

describe('a token that is bound to a moment', () => {
  it('may only read', async () => {
    await stage.ana.api.prove();
    const asked = { name: 'Acts', teamId: null, scopes: ['read', 'page'], asOf: head } as const;
    expect(await stage.ana.api.expectRefusal('IssueServiceToken', { ...asked, scopes: [...asked.scopes] })).toMatchObject({
      code: 'token.past_only_reads',
    });
  });

  it('reaches nothing that came later, at any address, however it asks', async () => {
    const before = await readAll();
    expect([...before].filter(([, answer]) => (answer as { status: number }).status === 200).length).toBeGreaterThan(bound.length);
    await stage.generic({ summary: 'Later than that', key: 'later' });
    // in the group that was there then
    await stage.generic({ summary: 'Later, of the same', key: 'payments' });
    const { serviceId, teamId } = stage.setUpAnswer;
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: ids[0]! });
    await stage.ana.api.run('AddNote', { groupId: ids[0]!, text: 'later' });
    await stage.ana.api.run('CreateTeam', { name: 'Later' });
    await stage.ana.api.run('RenameTeam', { teamId, name: 'Later too' });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: ids[0]! });
    await stage.addPerson('Later');
    await stage.advance('PT1H');
    expect(serviceId).toBe(ids[3]);
    const after = await readAll();
    for (const [path, answer] of before) expect([path, after.get(path)]).toEqual([path, answer]);
  });

  it('is refused where what is asked can’t be bound, with the moment', async () => {
    for (const { path } of allRoutes.filter(
      ({ method, boundBy, permission }) => method === 'GET' && !boundBy && permission === 'everything.read',
    )) {
      const { status, body } = await read(path.replaceAll(/:\w+/g, ids[0]!));
      expect([path, status, body]).toEqual([path, 403, expect.stringContaining('token.bound_to_past')]);
    }
  });

  it('changes nothing', async () => {
    const answer = await fetch(new URL('/api/commands/ResolveAlertGroup', stage.tocsin.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ groupId: ids[0]! }),
    });
    expect(answer.status).toBe(403);
  });

  it('tells a model who was on call as it was known then, and nothing of later', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', stage.tocsin.url), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    const call = async (name: string, input: Readonly<Record<string, unknown>> = {}) =>
      JSON.stringify(await client.callTool({ name, arguments: input }));
    expect(await call('list_alert_groups')).toContain('Payments are down');
    for (const answer of [
      await call('list_alert_groups'),
      await call('list_things', { of: 'teams' }),
      await call('search_history', { q: 'later' }),
      await call('who_is_on_call'),
      await call('get_report', { report: 'response' }),
    ]) {
      expect(answer).not.toMatch(/isError":true|Later/);
    }
    await client.close();
  });
});
