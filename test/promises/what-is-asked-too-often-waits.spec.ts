// cluster: never, it runs on the system clock
import { story } from '@tocsin/testing/stage/story.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { requestAsStranger } from '@tocsin/testing/browser/stranger.js';

let real: RealStage;
beforeAll(async () => void (real = await RealStage.begin()));
afterAll(() => real.close());

const tokens: string[] = [];
const json = { 'content-type': 'application/json' };
/** Statuses of sequential requests, until one is asked to wait. */
const askUntilRefused = async (maxRequests: number, ask: () => Promise<{ status: number; headers: unknown; body: unknown }>) => {
  let times = 0;
  let answer = await ask();
  while (answer.status !== 429 && times < maxRequests) {
    times += 1;
    answer = await ask();
  }
  return { times, answer };
};
const concurrentRequests = 20;
/** The same for concurrent requests. Retries once, because a one-minute window may restart before it is full. */
const findRefused = async <A extends { readonly status: number }>(maxRequests: number, ask: () => Promise<A>): Promise<A | undefined> => {
  for (let times = 0; times < 2 * maxRequests; times += concurrentRequests) {
    const answers = await Promise.all(Array.from({ length: concurrentRequests }, ask));
    const refusedAnswer = answers.find(({ status }) => status === 429);
    if (refusedAnswer) return refusedAnswer;
  }
  return undefined;
};
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  requestAsStranger(`${real.url}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

story('a client that asks too often', (chapter) => {
  chapter('for messages to another person waits, and does not use up that person’s limit', async () => {
    const { api } = real.ana;
    const { says } = await api.run('InvitePerson', { name: 'Bo', email: 'bo@example.org' });
    const invitation = String(says['invitation']).split('/invite/')[1]!;
    const joinAnswer = await post(`/api/invitations/${invitation}`, { password: 'correct horse battery' });
    const { token } = JSON.parse(joinAnswer.body) as { token: string };
    const codeRequest = { personId: api.personId, contactMethodId: '01900000-0000-7000-8000-00000000dead' };
    const ask = () => post('/api/commands/AskVerification', codeRequest, { authorization: `Bearer ${token}` });
    expect(await ask()).toMatchObject({ status: 403, code: 'permission.denied' });
    const refusedAnswer = await askUntilRefused(peopleLimits.codesPerHour, ask);
    expect([refusedAnswer.times, refusedAnswer.answer.status]).toEqual([peopleLimits.codesPerHour - 1, 429]);
    const ownRefusal = await api.expectRefusal('AskVerification', codeRequest);
    expect(ownRefusal).toMatchObject({ status: 404, code: 'contact_method.not_found' });
    for (const name of ['one', 'other'])
      tokens.push(String((await api.run('IssuePersonalToken', { name, scopes: ['read'], days: 1 })).says['token']));
  });

  chapter('for the open alerts of its integration waits, and its alerts are taken meanwhile', async () => {
    const path = new URL(real.webhook).pathname;
    const list = () => requestAsStranger(`${real.url}${path}/api/v2/alerts`, { method: 'GET', headers: {} });
    expect(await findRefused(limits.senderListsPerMinute, list)).toBeDefined();
    expect(await requestAsStranger(`${real.url}${path}/api/v2/alerts`, { method: 'POST', headers: json, body: '[]' })).toMatchObject({
      status: 200,
    });
  });

  chapter('waits, and is told how long; acknowledging and paging go on meanwhile', async () => {
    const refusedSignal = post(new URL(real.webhook).pathname, {
      version: '4',
      groupKey: 'g',
      status: 'firing',
      receiver: 't',
      alerts: [{ status: 'firing', labels: { alertname: 'Disk' }, startsAt: '2026-01-01T00:00:00Z' }],
    });
    expect((await refusedSignal).status).toBe(202);
    const { id: groupId } = await real.watch.waitForRow('alertGroups', ({ status }) => status === 'firing');
    const page = await real.ana.phone.waitFor(({ quiet }) => !quiet);

    const { api } = real.ana;
    const reads = await findRefused(limits.screenReadsPerMinute, () => api.request('GET', '/api/session'));
    expect(reads).toMatchObject({ status: 429, body: { code: 'limit.rate', params: { seconds: expect.any(Number) as number } } });
    expect(Number(reads!.headers.get('retry-after'))).toBeGreaterThan(0);
    const writes = await findRefused(limits.writesPerMinute, () => api.request('POST', '/api/commands/RenameTeam', {}));
    expect(writes).toMatchObject({ status: 429, body: { code: 'limit.rate' } });

    const guesses = await askUntilRefused(limits.wrongGuessesPerMinute, () => post(`/api/pages/${'A'.repeat(64)}`, { act: 'acknowledge' }));
    expect([guesses.times, guesses.answer.status]).toEqual([limits.wrongGuessesPerMinute, 429]);
    // from the same address, with the right link, and with the same session
    const secret = page.link.split('/').at(-1)!;
    expect((await requestAsStranger(`${real.url}/api/pages/${secret}`)).status).toBe(200);
    expect((await api.request('GET', `/api/pages/${secret}`)).status).toBe(200);
    expect((await api.request('POST', `/api/pages/${secret}`, { act: 'answer' })).status).toBe(202);
    expect((await api.request('POST', '/api/commands/AnswerPage', { groupId, pageId: page.pageId })).status).toBe(202);
    expect((await post(`/api/pages/${secret}`, { act: 'acknowledge' })).status).toBe(202);
    expect((await api.request('POST', '/api/commands/JoinAlertGroup', { groupId })).status).toBe(202);
    expect((await api.request('POST', '/api/commands/AddNote', { groupId, text: 'On it' })).status).toBe(202);
  });

  chapter('has no more with another session; a token has another budget, which all tokens of a person share', async () => {
    const { api } = real.ana;
    const credentials = { email: 'ana@example.org', password: 'correct horse battery' };
    const { token } = JSON.parse((await post('/api/session', credentials)).body) as { token: string };
    const readAs = (bearer: string) => requestAsStranger(`${real.url}/api/views/teams`, { headers: { authorization: `Bearer ${bearer}` } });
    // the window of the earlier chapter may have ended
    await findRefused(limits.screenReadsPerMinute, () => api.request('GET', '/api/session'));
    expect(await findRefused(20, () => readAs(token))).toMatchObject({ status: 429, code: 'limit.rate' });
    expect((await readAs(tokens[0]!)).status).toBe(200);
    expect(await findRefused(limits.readsPerMinute, () => readAs(tokens[0]!))).toMatchObject({ status: 429 });
    expect(await findRefused(20, () => readAs(tokens[1]!))).toMatchObject({ status: 429 });
  });

  chapter('by the link of a page waits too, and may still acknowledge', async () => {
    const page = await real.ana.phone.waitFor(({ quiet }) => !quiet);
    const path = `/api/pages/${page.link.split('/').at(-1)!}`;
    expect(await findRefused(alertGroupLimits.linkReadsPerMinute, () => requestAsStranger(`${real.url}${path}`))).toMatchObject({
      status: 429,
    });
    expect((await post(path, { act: 'acknowledge' })).status).toBe(202);
    expect(await findRefused(alertGroupLimits.linkActsPerMinute, () => post(path, { act: 'acknowledge' }))).toMatchObject({ status: 429 });
  });

  chapter('without a secret waits, and monitors never do', async () => {
    const getDocument = (headers: Record<string, string> = {}) => requestAsStranger(`${real.url}/api/openapi.json`, { headers });
    const { headers, status } = await getDocument({ 'accept-encoding': 'gzip' });
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
    const unchanged = await getDocument({ 'if-none-match': String(headers['etag']) });
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
    expect(await findRefused(limits.strangersDocumentsPerMinute, () => getDocument())).toMatchObject({ status: 429, code: 'limit.rate' });
    const startRound = () => requestAsStranger(`${real.url}/api/openid/start`);
    expect(await findRefused(limits.strangersRoundsPerMinute, startRound)).toMatchObject({ status: 429 });
    const getStatus = () => requestAsStranger(`${real.url}/api/status`);
    expect(await findRefused(limits.strangersPerMinute, getStatus)).toMatchObject({ status: 429 });
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect([path, (await requestAsStranger(`${real.url}${path}`)).status]).toEqual([path, 200]);
    expect((await real.ana.api.request('POST', '/api/commands/RenameTeam', {})).status).not.toBe(401);
  });

  chapter('with a wrong key waits, and those with the right one do not', async () => {
    // the guesses above were counted for this address
    for (const path of ['/ingest/generic/wrong', '/ingest/alertmanager/wrong']) {
      const answer = await post(path, { summary: 'x' });
      expect(answer).toMatchObject({ status: 429, code: 'limit.rate' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    const pagerduty = await post('/v2/enqueue', {
      routing_key: 'wrong',
      event_action: 'trigger',
      payload: { summary: 'x', source: 's', severity: 'info' },
    });
    expect(pagerduty).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) as string } });
    expect((await post('/api/invitations/wrong', { password: 'correct horse battery' })).status).toBe(429);
    expect((await post('/api/password-resets/wrong', { password: 'correct horse battery' })).status).toBe(429);
    for (const path of ['/api/invitations/wrong', '/api/password-resets/wrong', '/api/pages/wrong'])
      expect([path, (await requestAsStranger(`${real.url}${path}`)).status]).toEqual([path, 429]);
    const correctAnswer = await post(new URL(real.webhook).pathname, {
      version: '4',
      groupKey: 'g',
      status: 'resolved',
      receiver: 't',
      alerts: [],
    });
    expect(correctAnswer.status).toBe(202);
  });
});
