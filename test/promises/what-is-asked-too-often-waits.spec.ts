import { story } from '@tocsin/testing/stage/story.js';
import { limits } from '@tocsin/contracts/limits.js';
import { RealStage } from '@tocsin/testing/stage/real-stage.js';
import { requestAsStranger } from '@tocsin/testing/browser/stranger.js';

let real: RealStage;
beforeAll(async () => void (real = await RealStage.begin()));
afterAll(() => real.close());

const json = { 'content-type': 'application/json' };
/** Statuses of sequential requests, until one is asked to wait. */
const untilTold = async (most: number, ask: () => Promise<{ status: number; headers: unknown; body: unknown }>) => {
  let times = 0;
  let answer = await ask();
  while (answer.status !== 429 && times < most) {
    times += 1;
    answer = await ask();
  }
  return { times, answer };
};
const atOnce = 20;
/** The same for concurrent requests. Retries once, because a one-minute window may restart before it is full. */
const oneTold = async <A extends { readonly status: number }>(most: number, ask: () => Promise<A>): Promise<A | undefined> => {
  for (let times = 0; times < 2 * most; times += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, ask));
    const told = answers.find(({ status }) => status === 429);
    if (told) return told;
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
    const joined = await post(`/api/invitations/${invitation}`, { password: 'correct horse battery' });
    const { token } = JSON.parse(joined.body) as { token: string };
    const asked = { personId: api.personId, contactMethodId: '01900000-0000-7000-8000-00000000dead' };
    const ask = () => post('/api/commands/AskVerification', asked, { authorization: `Bearer ${token}` });
    expect(await ask()).toMatchObject({ status: 403, code: 'permission.denied' });
    const told = await untilTold(limits.codesPerHour, ask);
    expect([told.times, told.answer.status]).toEqual([limits.codesPerHour - 1, 429]);
    const own = await api.expectRefusal('AskVerification', asked);
    expect(own).toMatchObject({ status: 404, code: 'contact_method.not_found' });
  });

  chapter('waits, and is told how long; acknowledging and paging go on meanwhile', async () => {
    const told = post(new URL(real.webhook).pathname, {
      version: '4',
      groupKey: 'g',
      status: 'firing',
      receiver: 't',
      alerts: [{ status: 'firing', labels: { alertname: 'Disk' }, startsAt: '2026-01-01T00:00:00Z' }],
    });
    expect((await told).status).toBe(202);
    const { id: groupId } = await real.watch.waitForRow('alertGroups', ({ status }) => status === 'firing');
    const page = await real.ana.phone.waitFor(({ quiet }) => !quiet);

    const { api } = real.ana;
    const reads = await oneTold(limits.readsPerMinute, () => api.request('GET', '/api/session'));
    expect(reads).toMatchObject({ status: 429, body: { code: 'limit.rate', params: { seconds: expect.any(Number) as number } } });
    expect(Number(reads!.headers.get('retry-after'))).toBeGreaterThan(0);
    const writes = await oneTold(limits.writesPerMinute, () => api.request('POST', '/api/commands/RenameTeam', {}));
    expect(writes).toMatchObject({ status: 429, body: { code: 'limit.rate' } });

    const guesses = await untilTold(limits.wrongGuessesPerMinute, () => post(`/api/pages/${'A'.repeat(64)}`, { act: 'acknowledge' }));
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
    const right = await post(new URL(real.webhook).pathname, {
      version: '4',
      groupKey: 'g',
      status: 'resolved',
      receiver: 't',
      alerts: [],
    });
    expect(right.status).toBe(202);
  });
});
