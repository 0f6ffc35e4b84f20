// faults: short
import { Client, UnexpectedRefusal } from '@tocsin/testing/stage/client.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { byTier } from '@tocsin/testing/tier.js';

const answers = { organisation: 'Acme', name: 'Ana', email: 'ana@example.org', password: 'correct horse battery' };

/** Signs in Ana, who did the set-up on an earlier run of the server. */
const signIn = async (tocsin: Tocsin): Promise<Client> => {
  const { email, password } = answers;
  const answer = await tocsin.anonymous.request<{ personId: string; token: string }>('POST', '/api/session', { email, password });
  if (answer.status !== 201) throw new UnexpectedRefusal('signing in', answer);
  return new Client(tocsin.url, answer.body.token, answer.body.personId);
};

/** Expects one of each object, and a working integration, as set-up promises. */
const isComplete = async (tocsin: Tocsin, owner: Client): Promise<void> => {
  await tocsin.settle();
  for (const view of ['organisation', 'teams', 'services', 'policies', 'integrations', 'people'] as const) {
    expect([view, await owner.list(view)]).toMatchObject([view, [{}]]);
  }
  expect(await owner.row('contacts', owner.personId)).toMatchObject({ methods: [{ kind: 'browser', verified: true }] });
  const [integration] = await owner.list('integrations');
  const { id: integrationId, teamId, keys } = integration!;
  const { says } = await owner.run('RevealIntegrationKey', { teamId, integrationId, keyId: keys[0]!.keyId });
  const alert = { status: 'firing', labels: { alertname: 'Try' }, fingerprint: 'try' };
  const clockAnswer = await tocsin.anonymous.request('POST', new URL(String(says['address'])).pathname, {
    groupKey: 'k',
    groupLabels: { a: 'b' },
    status: 'firing',
    alerts: [alert],
  });
  expect(clockAnswer.status).toBe(202);
  await tocsin.settle();
  expect(await owner.list('alertGroups')).toMatchObject([{ number: 1, status: 'firing' }]);
};

/** The number of events after a fresh log’s at which it is killed; 'answer' means after all of them. */
const points = byTier<readonly (number | 'answer')[]>({
  short: [3],
  full: [1, 3, 'answer'],
  deep: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 'answer'],
});

it.each(points)('killed in the middle of set-up, after event %s: it is all there, or nothing is', async (point) => {
  let tocsin = await Tocsin.start();
  const { data } = tocsin;
  const tail = new LogTail(data);
  await tail.waitFor(({ type }) => type === 'ReactorStarted');
  const reactorStart = (await tail.waitFor(({ type }) => type === 'ReactorStarted')).ordinal;
  const setUpRequest = tocsin.anonymous.request('POST', '/api/setup', answers).catch(() => 'cut');
  await (point === 'answer' ? setUpRequest : tail.waitForLength(reactorStart + point, setUpRequest));
  await tocsin.stop('SIGKILL');
  await tail.close();

  tocsin = await tocsin.restart();
  await tocsin.settle();
  const { body } = await tocsin.anonymous.request<{ setUp: boolean }>('GET', '/api/status');
  if (point === 'answer') expect(body.setUp).toBe(true);
  if (!body.setUp) await tocsin.setUp();
  await isComplete(tocsin, await signIn(tocsin));
  await tocsin.end();
});
