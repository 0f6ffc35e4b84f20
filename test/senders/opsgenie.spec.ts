import { notReadInTime, sentAgain } from '@tocsin/testing/stage/sent-again.js';
import { limits } from '@tocsin/contracts/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import { loadOwnCaptures, type Capture } from './captures.js';

const captures = new Map(loadOwnCaptures('opsgenie').map((capture) => [`${capture.sender}/${/^\d+/.exec(capture.file)![0]}`, capture]));
const captureNamed = (name: string): Capture => captures.get(name)!;

interface Accepted {
  readonly result: string;
  readonly requestId: string;
}
interface RequestStatus {
  readonly data: {
    readonly isSuccess: boolean;
    readonly action: string;
    readonly status: string;
    readonly alertId: string;
    readonly alias: string;
  };
}

let stage: Stage;
let key: string;
beforeAll(async () => {
  stage = await Stage.begin();
  stage.expectedErrors = notReadInTime;
  ({ key } = await stage.integration('opsgenie'));
});
afterAll(() => stage.close());

const dashed = (): string => key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const ask = <B = unknown>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ClientAnswer<B>> =>
  stage.tocsin.anonymous.request<B>(method, path, body, { authorization: `GenieKey ${key}`, ...headers });

/** Sends a captured request with our key, written as the client wrote its own; `alertId` in place of the one in its path. */
const replay = async (name: string, alertId?: string): Promise<ClientAnswer<Accepted>> => {
  const { request } = captureNamed(name);
  const path = alertId === undefined ? request.path : request.path.replace(/[0-9a-f-]{36}/, alertId);
  const written = request.headers['Authorization']!.includes('-') ? dashed() : key;
  const target = request.rawQuery ? `${path}?${request.rawQuery}` : path;
  const answer = await ask<Accepted>(request.method, target, request.body, { authorization: `GenieKey ${written}` });
  await stage.settle();
  return answer;
};
const expectAccepted = ({ status, headers, body }: ClientAnswer<Accepted>): string => {
  expect([status, body]).toEqual([
    202,
    { result: 'Request will be processed', took: expect.any(Number), requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
  expect(headers.get('x-request-id')).toBe(body.requestId);
  expect(headers.get('x-ratelimit-state')).toBe('OK');
  return body.requestId;
};
const lastGroup = async () => (await stage.listGroups()).at(-1)!;
const countGroups = async (): Promise<number> => (await stage.listGroups()).length;
const statusOf = async (requestId: string) => (await ask<RequestStatus>('GET', `/v2/alerts/requests/${requestId}`)).body.data;
const create = (alias: string, more: object = {}) => ask<Accepted>('POST', '/v2/alerts', { message: `About ${alias}`, alias, ...more });
/** Done to an alert by its alias. */
const act = (alias: string, path: string, body: unknown = {}, method = 'POST') => {
  const [word, query = ''] = path.split('?', 2);
  return ask<Accepted>(method, `/v2/alerts/${alias}/${word}?identifierType=alias&${query}`, body);
};

story('Opsgenie’s Alert API', (chapter) => {
  for (const [client, opens, closes] of [
    ['Alertmanager 0.25', 'alertmanager-opsgenie/01', 'alertmanager-opsgenie/02'],
    ['Alertmanager 0.33', 'alertmanager-opsgenie/10', 'alertmanager-opsgenie/11'],
    ['Alertmanager with all fields', 'alertmanager-opsgenie/12', 'alertmanager-opsgenie/15'],
    ['Node’s SDK', 'opsgenie-sdk-node/01', 'opsgenie-sdk-node/13'],
    ['Python’s SDK, with an escaped slash', 'opsgenie-sdk-python/01', 'opsgenie-sdk-python/18'],
    ['Go’s SDK, with a bare slash', 'opsgenie-go-sdk/01', 'opsgenie-go-sdk/18'],
  ] as const)
    chapter(`${client}: creates, repeats without another page, and closes`, async () => {
      const rung = stage.ana.ringCount;
      expectAccepted(await replay(opens));
      const group = await lastGroup();
      expect(group).toMatchObject({ status: 'firing', urgency: 'high' });
      expectAccepted(await replay(opens));
      expect((await lastGroup()).id).toBe(group.id);
      expect(stage.ana.ringCount).toBe(rung + 1);
      expectAccepted(await replay(closes));
      expect(await stage.ana.api.row('alertGroups', group.id)).toMatchObject({ status: 'resolved' });
      await stage.advance('PT11M');
    });

  chapter('two Alertmanagers that do not know each other say the same within milliseconds: one group, one page, one end', async () => {
    const { request, attempts } = captureNamed('two-alertmanagers/12');
    const [groups, rung] = [await countGroups(), stage.ana.ringCount];
    for (let n = 0; n < attempts.length; n += 2) {
      const pair = attempts.slice(n, n + 2).map(({ path }) => `${path}?identifierType=alias`);
      const answers = await Promise.all(pair.map((path) => ask<Accepted>('POST', path, request.body)));
      answers.forEach(expectAccepted);
      await stage.settle();
    }
    expect([await countGroups(), stage.ana.ringCount]).toEqual([groups + 1, rung + 1]);
    expect(await lastGroup()).toMatchObject({ status: 'resolved', opening: 1 });
  });

  chapter('Apprise: an alert for each responder without an alias, and each is closed by the id of its request', async () => {
    const before = await countGroups();
    const ids = [expectAccepted(await replay('apprise2-opsgenie/01')), expectAccepted(await replay('apprise2-opsgenie/02'))];
    expect(await countGroups()).toBe(before + 2);
    for (const [n, id] of ids.entries()) {
      expectAccepted(await replay(`apprise2-opsgenie/0${7 + n}`, id));
      expect((await stage.listGroups()).slice(-2).filter(({ status }) => status === 'resolved')).toHaveLength(n + 1);
    }
  });

  chapter('Gatus: the create that says RESOLVED pages nobody, neither before its close nor when nothing is open', async () => {
    await stage.advance('PT11M');
    const rung = stage.ana.ringCount;
    for (const name of ['gatus-opsgenie/01', 'gatus-opsgenie/02', 'gatus-opsgenie/03']) expectAccepted(await replay(name));
    expect(await lastGroup()).toMatchObject({ status: 'resolved', title: expect.stringContaining('checkout') });
    const groups = await countGroups();
    for (const name of ['gatus-opsgenie/02', 'gatus-opsgenie/03']) expectAccepted(await replay(name));
    expect(await countGroups()).toBe(groups);
    expect(stage.ana.ringCount).toBe(rung + 1);
  });

  chapter('the status of a request is there at once, as Zabbix asks for it: of a create, a close, and a close of nothing', async () => {
    const created = expectAccepted(await create('event-1'));
    expect(await statusOf(created)).toEqual({
      success: true,
      isSuccess: true,
      action: 'Create',
      processedAt: expect.any(String),
      integrationId: '',
      status: 'Created alert',
      alertId: created,
      alias: 'event-1',
    });
    const closed = expectAccepted(await ask<Accepted>('POST', `/v2/alerts/${created}/close`, {}));
    expect(await statusOf(closed)).toMatchObject({ isSuccess: true, action: 'Close', status: 'Closed alert', alias: 'event-1' });
    await stage.settle();
    for (const path of [`/v2/alerts/${created}/close`, '/v2/alerts/none/close?identifierType=alias', '/v2/alerts/none/close'])
      expect(await statusOf(expectAccepted(await ask<Accepted>('POST', path, {})))).toMatchObject({
        isSuccess: false,
        action: 'Close',
        status: 'There is no open alert',
      });
    const unknown = await ask('GET', '/v2/alerts/requests/00000000-0000-4000-8000-000000000000');
    expect([unknown.status, unknown.headers.get('x-opsgenie-errortype'), unknown.body]).toEqual([
      404,
      'RequestNotProcessed',
      expect.objectContaining({ message: expect.any(String), requestId: expect.any(String) }),
    ]);
  });

  chapter('an alert is found by its alias while it is open, by its id, and by the number of its group', async () => {
    const id = expectAccepted(
      await create('db 1/disk', { tags: ['db', 'prod'], entity: 'db-1', description: 'Every detail', priority: 'P2' }),
    );
    await stage.settle();
    const { number } = await lastGroup();
    const aliasPath = '/v2/alerts/db%201%2Fdisk?identifierType=alias';
    const data = {
      id,
      tinyId: String(number),
      alias: 'db 1/disk',
      message: 'About db 1/disk',
      status: 'open',
      acknowledged: false,
      priority: 'P2',
      entity: 'db-1',
      tags: ['db', 'prod'],
      description: 'Every detail',
    };
    for (const path of [
      aliasPath,
      '/v2/alerts/db%201/disk/?identifierType=alias',
      `/v2/alerts/${id}`,
      `/v2/alerts/${number}?identifierType=tiny`,
    ])
      expect([path, await ask('GET', path)]).toMatchObject([path, { status: 200, body: { data } }]);
    expectAccepted(await ask<Accepted>('POST', `/v2/alerts/${number}/close?identifierType=tiny`));
    await stage.settle();
    expect(await lastGroup()).toMatchObject({ status: 'resolved' });
    expect(await ask('GET', aliasPath)).toMatchObject({ status: 404, body: { message: 'Alert does not exist' } });
    expect(await ask('GET', `/v2/alerts/${id}`)).toMatchObject({ status: 200, body: { data: { status: 'closed' } } });
  });

  chapter('an alert of another integration is neither found nor closed', async () => {
    expectAccepted(await create('mine'));
    await stage.settle();
    const { id } = await lastGroup();
    const { teamId, serviceId } = stage.setUpAnswer;
    const { says } = await stage.ana.api.run('CreateIntegration', { teamId, serviceId, name: 'Another', kind: 'opsgenie' });
    await stage.settle();
    const other = { authorization: `GenieKey ${String(says['key'])}` };
    const created = (await create('mine')).body.requestId;
    for (const path of [`/v2/alerts/${created}`, '/v2/alerts/mine?identifierType=alias', `/v2/alerts/requests/${created}`])
      expect((await ask('GET', path, undefined, other)).status).toBe(404);
    for (const path of [`/v2/alerts/${created}/close`, '/v2/alerts/mine/close?identifierType=alias'])
      expect((await ask('POST', path, {}, other)).status).toBe(202);
    await stage.settle();
    expect(await stage.ana.api.row('alertGroups', id)).toMatchObject({ status: 'firing' });
  });

  chapter('after a restart an alert is closed by its id, also one whose create was the last thing before', async () => {
    const [long, just] = [expectAccepted(await create('long-ago', { priority: 'P1' })), expectAccepted(await create('just-before'))];
    await stage.settle();
    await stage.restart('SIGKILL');
    for (const id of [long, just]) {
      expect(await statusOf(id)).toMatchObject({ isSuccess: true, action: 'Create', alertId: id });
      expectAccepted(await ask<Accepted>('POST', `/v2/alerts/${id}/close`, {}));
    }
    await stage.settle();
    expect((await stage.listGroups()).slice(-2).map(({ status }) => status)).toEqual(['resolved', 'resolved']);
  });

  chapter('a priority is a severity; without one the details say it, and else it pages', async () => {
    for (const [more, severity, urgency] of [
      [{ priority: 'P1' }, 'critical', 'high'],
      [{ priority: 'P3' }, 'warning', 'low'],
      [{ priority: 'P5' }, 'info', 'low'],
      [{ details: { severity: 'warning' } }, 'warning', 'low'],
      [{}, 'error', 'high'],
    ] as const) {
      expectAccepted(await create(`severity-${JSON.stringify(more)}`, more));
      await stage.settle();
      const group = await lastGroup();
      const { alerts } = await stage.ana.api.row('alerts', group.id);
      expect([more, alerts[0]!.severity, group.urgency]).toEqual([more, severity, urgency]);
    }
  });

  chapter('any prefix, and the key in the query, or written as a UUID in capitals', async () => {
    for (const [path, headers] of [
      ['/integrations/opsgenie/v2/alerts', {}],
      ['/jsm/ops/integration/v2/alerts/', { authorization: `GenieKey ${dashed().toUpperCase()}` }],
      [`/v2/alerts?apiKey=${key}`, { authorization: '' }],
    ] as const)
      expectAccepted(await ask<Accepted>('POST', path, { message: 'Prefixed', alias: 'prefixed' }, headers));
  });

  chapter('an alert is acknowledged by its alias, and by its id; what names no open alert has a status that says so', async () => {
    const id = expectAccepted(await create('to-acknowledge'));
    await stage.settle();
    const { id: groupId } = await lastGroup();
    for (const path of ['notes', 'logs', 'recipients'])
      expect(await ask('GET', `/v2/alerts/${id}/${path}`)).toMatchObject({
        status: 200,
        body: { data: [], requestId: expect.any(String) },
      });
    expect((await ask('GET', '/v2/alerts/none/notes')).status).toBe(404);
    expectAccepted(await act('to-acknowledge', 'actions/ping'));
    expectAccepted(await ask<Accepted>('POST', `/v2/alerts/${id}/acknowledge`, {}));
    await stage.settle();
    expect(await stage.ana.api.row('alertGroups', groupId)).toMatchObject({ status: 'acknowledged' });
    expectAccepted(await act('to-acknowledge', 'unacknowledge'));
    await stage.settle();
    expect(await stage.ana.api.row('alertGroups', groupId)).toMatchObject({ status: 'firing' });
    expectAccepted(await ask<Accepted>('POST', `/v2/alerts/${id}/close`, {}));
    for (const path of ['notes', 'acknowledge']) {
      const requestId = expectAccepted(await act('none', path, { note: 'x' }));
      expect(await statusOf(requestId)).toMatchObject({ isSuccess: false, status: 'There is no open alert' });
    }
  });

  chapter('an act right behind its create counts, though the alert is not there yet', async () => {
    const answers = await Promise.all([create('at-once'), act('at-once', 'notes', { note: 'from the script' })]);
    answers.forEach(expectAccepted);
    await stage.settle();
    const { id } = await lastGroup();
    const { body } = await stage.ana.api.request('GET', `/api/events?stream=alertGroup-${id}`);
    expect(JSON.stringify(body)).toContain('from the script');
  });

  chapter('a note, other words and other labels are shown, and wake no one; a worse priority is news', async () => {
    await stage.advance('PT2H');
    expectAccepted(await create('words', { priority: 'P4', description: 'before', tags: ['one', 'two'] }));
    await stage.settle();
    const group = await lastGroup();
    const rung = stage.ana.ringCount;
    const id = (await ask<{ data: { id: string } }>('GET', '/v2/alerts/words?identifierType=alias')).body.data.id;
    const said = [
      await act('words', 'message', { message: 'Now worse' }, 'PUT'),
      await act('words', 'description', { description: 'after' }, 'PUT'),
      await act('words', 'tags', { tags: ['three'] }),
      await act('words', 'tags?tags=one,two', undefined, 'DELETE'),
      await act('words', 'details', { details: { rack: '7' } }),
      await act('words', 'details?keys=rack', undefined, 'DELETE'),
      await act('words', 'details', { details: { room: '4' } }),
    ];
    for (const answer of said)
      expect(await statusOf(expectAccepted(answer))).toMatchObject({ isSuccess: true, action: 'Update', alertId: id, alias: 'words' });
    await stage.settle();
    expect(stage.ana.ringCount).toBe(rung);
    const { body } = await ask<{ data: object }>('GET', `/v2/alerts/${id}`);
    expect(body.data).toMatchObject({ message: 'Now worse', description: 'after', tags: ['three'] });
    expect((body.data as { details: object }).details).toMatchObject({ room: '4' });
    expect((body.data as { details: object }).details).not.toHaveProperty('rack');
    expectAccepted(await act('words', 'priority', { priority: 'P1' }, 'PUT'));
    await stage.settleFully();
    expect(await stage.ana.api.row('alertGroups', group.id)).toMatchObject({
      urgency: 'high',
      title: expect.stringContaining('Now worse'),
    });
    expect(stage.ana.ringCount).toBeGreaterThan(rung);
  });

  chapter('a snooze, an escalation, and people, teams and schedules by their names', async () => {
    const bo = await stage.addPerson('Bo');
    const { teamId } = stage.setUpAnswer;
    expectAccepted(await create('people'));
    await stage.settle();
    const { id: groupId } = await lastGroup();
    const group = () => stage.ana.api.row('alertGroups', groupId);
    const endTime = addMillis(await stage.settle(), 3_600_000);
    expectAccepted(await act('people', 'snooze', { endTime }));
    await stage.settle();
    expect(await group()).toMatchObject({ status: 'snoozed' });
    await stage.advance('PT61M');
    expect(await group()).toMatchObject({ status: 'firing' });
    const rung = bo.ringCount;
    expectAccepted(await act('people', 'responders', { responder: { type: 'user', username: 'Bo@Example.org' } }));
    await stage.settleFully();
    expect(bo.ringCount).toBe(rung + 1);
    expectAccepted(await act('people', 'assign', { owner: { name: 'bo' } }));
    await stage.settle();
    expect(await group()).toMatchObject({ status: 'acknowledged' });
    expectAccepted(await act('people', 'teams', { team: { id: teamId } }));
    expectAccepted(await act('people', 'escalate', { escalation: { name: 'any' } }));
    await stage.settle();
    for (const [path, body] of [
      ['assign', { owner: { username: 'nobody@example.org' } }],
      ['responders', { responder: { type: 'schedule', name: 'none' } }],
    ] as const)
      expect(await statusOf(expectAccepted(await act('people', path, body)))).toMatchObject({
        isSuccess: false,
        status: 'No such responder',
      });
    expectAccepted(await ask<Accepted>('DELETE', '/v2/alerts/people?identifierType=alias'));
    await stage.settle();
    expect(await group()).toMatchObject({ status: 'resolved' });
  });

  chapter('alerts are listed and counted, by state, words and page', async () => {
    for (const n of [1, 2, 3]) expectAccepted(await create(`listed-${n}`));
    await stage.settle();
    expectAccepted(await ask<Accepted>('POST', '/v2/alerts/listed-2/close?identifierType=alias', {}));
    await stage.settle();
    const list = async (query: string) => (await ask<{ data: { alias: string }[] }>('GET', `/v2/alerts?${query}`)).body.data;
    expect((await list('limit=3')).map(({ alias }) => alias)).toEqual(['listed-3', 'listed-2', 'listed-1']);
    expect((await list('limit=2&offset=1')).map(({ alias }) => alias)).toEqual(['listed-2', 'listed-1']);
    expect((await list('query=status%3Aclosed&limit=1')).map(({ alias }) => alias)).toEqual(['listed-2']);
    expect((await list('query=status%3Aopen%20AND%20message%3A%22About%20listed-1%22')).map(({ alias }) => alias)).toEqual(['listed-1']);
    const { body } = await ask<{ data: { count: number } }>('GET', '/v2/alerts/count?query=status:closed%20alias:listed-2');
    expect(body.data.count).toBe(1);
    expect(await ask('GET', '/any/prefix/v2/alerts/?query=alias:none')).toMatchObject({ status: 200, body: { data: [] } });
  });

  chapter(
    'Uptime Kuma by Jira Service Management: creates, finds the alert by its alias, and closes it by that id; its test is a test',
    async () => {
      await stage.advance('PT2H');
      const authorization = `Basic ${Buffer.from(`ana@example.org:${key}`).toString('base64')}`;
      const kuma = <B>(method: string, path: string, body?: unknown) =>
        ask<B>(method, `/jsm/ops/api/cloud-1/v1/alerts${path}`, body, { authorization });
      const rung = stage.ana.ringCount;
      expectAccepted(await kuma<Accepted>('POST', '', captureNamed('uptime-kuma-jsm/01').request.body));
      await stage.settle();
      expect(await lastGroup()).toMatchObject({ test: true });
      expect(stage.ana.ringCount).toBe(rung);
      expectAccepted(await kuma<Accepted>('POST', '', captureNamed('uptime-kuma-jsm/02').request.body));
      await stage.settle();
      expect(await lastGroup()).toMatchObject({ status: 'firing', title: expect.stringContaining('Shop / checkout #1') });
      const { status, body } = await kuma<{ id: string }>('GET', '/alias?alias=Shop%20%2F%20checkout%20%231');
      expect([status, body.id]).toEqual([200, expect.any(String)]);
      expectAccepted(await kuma<Accepted>('POST', `/${body.id}/close`, { source: 'Uptime Kuma' }));
      await stage.settle();
      expect(await lastGroup()).toMatchObject({ status: 'resolved' });
    },
  );

  chapter('a large alert is taken, and so is its close with a large body; what is beyond the limit is refused', async () => {
    const description = 'x'.repeat(limits.bodyOnLoopBytes);
    expectAccepted(await sentAgain(() => create('large', { description })));
    await stage.settle();
    expect(await lastGroup()).toMatchObject({ status: 'firing', title: expect.stringContaining('About large') });
    expectAccepted(await sentAgain(() => ask<Accepted>('POST', '/v2/alerts/large/close?identifierType=alias', { note: description })));
    await stage.settle();
    expect(await lastGroup()).toMatchObject({ status: 'resolved' });
    const beyond = await create('beyond', { description: 'x'.repeat(limits.requestBodyBytes) });
    expect(beyond).toMatchObject({ status: 413, body: { message: expect.any(String), requestId: expect.any(String) } });
  });

  chapter('what is refused is said in Opsgenie’s shape', async () => {
    const shape = { message: expect.any(String), took: expect.any(Number), requestId: expect.any(String) };
    expect(await ask('POST', '/v2/alerts', {})).toMatchObject({
      status: 422,
      body: { ...shape, errors: { message: 'Message can not be empty.' } },
    });
    expect(await ask('POST', '/v2/alerts', [{ labels: {} }])).toMatchObject({ status: 400, body: shape });
    expect(await ask('POST', '/v2/alerts', { message: 'x' }, { authorization: `GenieKey ${'f'.repeat(32)}` })).toMatchObject({
      status: 401,
      body: shape,
    });
    const generic = await stage.integration('generic');
    expect(await ask('POST', '/v2/alerts', { message: 'x' }, { authorization: `GenieKey ${generic.key}` })).toMatchObject({
      status: 403,
      body: shape,
    });
    for (const [method, path, allow] of [
      ['PUT', '/v2/alerts?query=x', 'POST, GET, HEAD'],
      ['GET', '/v2/alerts/x/close', 'POST'],
      ['POST', '/v2/alerts/x', 'GET, HEAD, DELETE'],
      ['POST', '/v2/alerts/x/message', 'PUT'],
    ] as const) {
      const answer = await ask(method, path, method === 'GET' ? undefined : {});
      expect([path, answer.status, answer.headers.get('allow'), answer.body]).toEqual([path, 405, allow, expect.objectContaining(shape)]);
    }
    const text = await fetch(`${stage.tocsin.url}/v2/alerts`, {
      method: 'POST',
      body: '{"message"',
      headers: { authorization: `GenieKey ${key}` },
    });
    expect([text.status, await text.json()]).toEqual([400, shape]);
  });
});
