import { story } from '@tocsin/testing/stage/story.js';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import type { BacktestAnswer, BacktestRequest } from '@tocsin/contracts/backtests/backtests.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { startClusterEnv, clusterNode, inDatabase } from '@tocsin/testing/stage/cluster.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import type { ClientAnswer } from '@tocsin/testing/stage/client.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { Wire } from '@tocsin/testing/fakes/wire.js';

// In real time, because the test is about durations.
let stage: Stage;
let toLog: Wire;
let toViews: Wire;

beforeAll(async () => {
  const data = join(mkdtempSync(join(tmpdir(), 'tocsin-')), 'data');
  const stores = await startClusterEnv(data);
  const connectWire = async (name: string): Promise<readonly [Wire, Readonly<Record<string, string>>]> => {
    const address = /127\.0\.0\.1:(\d+)/.exec(stores[name]!)!;
    const wire = await Wire.to(Number(address[1]));
    return [wire, { [name]: stores[name]!.replace(address[0], `127.0.0.1:${wire.port}`) }];
  };
  const [log, logEnv] = await connectWire('TOCSIN_EVENTSTORE');
  const [views, viewsEnv] = await connectWire('TOCSIN_POSTGRES');
  [toLog, toViews] = [log, views];
  const env = { TOCSIN_ALLOW_CIDR: '127.0.0.1/32', ...logEnv, ...viewsEnv };
  stage = await Stage.begin({ data, profile: 'cluster', hasRealClock: true, env });
  await waitUntil(getReady, ({ body: { views } }) => views.lag === 0 && views.building.length === 0);
});
afterAll(async () => {
  toLog.resumeForwarding();
  toViews.resumeForwarding();
  await stage.detach();
  toLog.cut();
  toViews.cut();
});

interface ReadyAnswer {
  readonly log: { readonly head: number };
  readonly views: { readonly lag: number; readonly seconds: number; readonly building: readonly string[] };
}
const getReady = (): Promise<ClientAnswer<ReadyAnswer>> => stage.tocsin.anonymous.request('GET', '/readyz');
const listGroups = (): Promise<ClientAnswer<{ code?: string; rows: { row: { title: string } }[] }>> =>
  stage.ana.api.request('GET', '/api/views/alertGroups?limit=50');

/** Polls five times a second, because more frequent calls are rate-limited, until the condition holds; the test’s own timeout ends it. */
const waitUntil = async <T>(readState: () => Promise<T>, isMatching: (current: T) => boolean): Promise<T> => {
  for (;;) {
    const current = await readState();
    if (isMatching(current)) return current;
    await pause(200);
  }
};
/** Waits until everything that was decided and done is on the log, and was read by all parts. */
const waitForQuiet = (): Promise<unknown> =>
  waitUntil(
    () => stage.ana.api.request<HealthAnswer>('GET', '/api/health'),
    ({ status: state, body }) => state === 200 && body.reactor.callsOut + body.reactor.lag + body.memory.lag + body.views.lag === 0,
  );
const isListed = (name: string): Promise<unknown> =>
  waitUntil(listGroups, ({ status, body }) => status === 200 && body.rows.some(({ row }) => row.title.includes(name)));

const send = async (name: string): Promise<number> => {
  const { path } = await stage.integration('alertmanager');
  return (await stage.tocsin.anonymous.request('POST', path, alertmanagerMessage('firing', [{ name }], { groupKey: name }))).status;
};
/** Retries a signal until it is accepted, as senders do. */
const sendUntilTaken = (name: string): Promise<unknown> =>
  waitUntil(
    () => send(name),
    (status) => status === 202,
  );
const waitForRing = (name: string): Promise<unknown> => stage.ana.phone.waitFor(({ title }) => title.includes(name));
const ringsOf = (name: string): number => stage.ana.phone.pages.filter(({ title, quiet }) => !quiet && title.includes(name)).length;

story('while PostgreSQL is away', (chapter) => {
  chapter('alerts are taken and people are paged; lists say why they can’t be read, and come back with all of it', async () => {
    toViews.cut();
    expect(await send('CutOff')).toBe(202);
    await waitForRing('CutOff');
    const { status, headers, body } = await waitUntil(listGroups, (current) => current.status !== 200);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'store.views_unavailable', '5']);
    expect((await getReady()).status).toBe(200);
    await toViews.mend();
    await isListed('CutOff');
  });

  chapter('a save that was under way does not end the server, and is made again', async () => {
    await inDatabase(stage.tocsin.data, async (client) => {
      await client.query('begin');
      await client.query('select * from checkpoint for update');
      expect(await send('UnderWay')).toBe(202);
      await waitUntil(
        () => client.query('select 1 from pg_locks where not granted'),
        ({ rows }) => rows.length > 0,
      );
      toViews.breakAll();
      await waitForRing('UnderWay');
    });
    await isListed('UnderWay');
    expect(ringsOf('UnderWay')).toBe(1);
  });

  chapter('a server that starts builds its views as soon as it can', async () => {
    await inDatabase(stage.tocsin.data, async (client) => {
      // while this lock is held, no tables can be created
      await client.query('select pg_advisory_lock(7062001)');
      await stage.restart();
      const waitingLockSql = `select pid from pg_locks where locktype = 'advisory' and objid = 7062001 and not granted`;
      const { rows } = await waitUntil(
        () => client.query<{ pid: number }>(waitingLockSql),
        (current) => current.rows.length > 0,
      );
      const { status: state, body } = await getReady();
      expect([state, body.views.lag]).toEqual([200, body.log.head]);
      expect(body.views.seconds).toBeGreaterThan(0);
      await client.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      expect((await listGroups()).body).toMatchObject({ code: 'store.starting' });
    });
    await isListed('UnderWay');
  });
});

describe('a backtest during which PostgreSQL goes away', () => {
  it('ends once PostgreSQL is back, with the same result; health says meanwhile that it can’t be stored', async () => {
    const bo = await stage.addPerson('Bo');
    await waitForQuiet();
    const { teamId, policyId } = stage.setUpAnswer;
    const { name, version, repeats, climbLow, steps } = await stage.ana.api.row('policies', policyId);
    const pagesBo = steps.map((step) => ({ ...step, targets: [{ kind: 'person' as const, personId: bo.personId }] }));
    const from = new Date().toISOString();
    expect(await send('ForBoInstead')).toBe(202);
    await waitForRing('ForBoInstead');
    await waitForQuiet();
    const change = { type: 'ChangePolicy', data: { teamId, policyId, name, version, repeats, climbLow, steps: pagesBo } } as const;
    const request: BacktestRequest = { from, to: new Date().toISOString(), change };
    const start = async (): Promise<BacktestAnswer> =>
      (await stage.ana.api.request<BacktestAnswer>('POST', '/api/backtests', request)).body;
    const read = async (id: string): Promise<BacktestAnswer> =>
      (await stage.ana.api.request<BacktestAnswer>('GET', `/api/backtests/${id}`)).body;
    /** Its row and its pages in PostgreSQL, which this test reaches in another way than the server. */
    const storedTypesOf = async (id: string): Promise<readonly string[]> => {
      const bodies = 'select body from kept_results where id = $1 order by page';
      return (await inDatabase(stage.tocsin.data, (client) => client.query<{ body: string }>(bodies, [id])))!.rows.map(({ body }) => body);
    };
    const stateOf = ([row]: readonly string[]): string => (JSON.parse(row ?? '{}') as BacktestAnswer).state;

    const undisturbedServer = await start();
    await waitUntil(
      () => storedTypesOf(undisturbedServer.id),
      (rows) => stateOf(rows) !== 'running',
    );
    const [row, ...pages] = await storedTypesOf(undisturbedServer.id);
    const { state, trouble, result, listed } = JSON.parse(row!) as BacktestAnswer;
    expect([state, trouble]).toEqual(['done', null]);
    expect([pages.length, listed > 0, result!.differing.change]).toEqual([1, true, listed]);

    const { id } = await start();
    toViews.cut();
    const { body } = await waitUntil(
      () => stage.ana.api.request<HealthAnswer>('GET', '/api/health'),
      (health) => health.body.troubles.some(({ where }) => where === 'backtest'),
    );
    expect(body.troubles.filter(({ where }) => where === 'backtest')).toMatchObject([{ message: expect.stringMatching(/views/) }]);
    // its thread waits until the page is stored
    expect([(await read(id)).state, stateOf(await storedTypesOf(id))]).toEqual(['running', 'running']);
    await toViews.mend();
    const laterAnswer = await waitUntil(
      () => storedTypesOf(id),
      (rows) => stateOf(rows) !== 'running',
    );
    expect(laterAnswer.slice(1)).toEqual(pages);
    const { pin, ...figures } = result!;
    expect(await read(id)).toMatchObject({ state: 'done', attempt: 1, trouble: null, listed, result: figures });
    expect(pin.from).toBe(from);
  });
});

describe('while EventStoreDB is away', () => {
  it('senders are told to come again, and whoever looks is told why; what they send then rings, once', async () => {
    toLog.cut();
    expect(await send('LogCut')).toBe(503);
    const { status, body } = await getReady();
    expect(status).toBe(503);
    expect(body).toMatchObject({
      status: 'not ready',
      why: [expect.stringMatching(/^the log can’t be read: EventStoreDB can’t be reached/)],
    });
    await toLog.mend();
    await sendUntilTaken('LogCut');
    await waitForRing('LogCut');
    await waitUntil(getReady, (current) => current.status === 200);
    expect(ringsOf('LogCut')).toBe(1);
  });

  it('and says nothing at all, health and metrics answer soon, with what is known; it goes on by itself', async () => {
    await waitForQuiet();
    const { body: before } = await getReady();
    toLog.stopForwarding();
    const sendResult = sendUntilTaken('LogSilent');
    const [readiness, metrics, health] = await Promise.all([
      getReady(),
      stage.tocsin.anonymous.request<string>('GET', '/metrics'),
      stage.ana.api.request('GET', '/api/health'),
    ]);
    const reasons = ['the log can’t be read: no answer within 2 s'];
    expect(readiness).toMatchObject({ status: 503, body: { why: reasons, views: { lag: 0 } } });
    const { head } = readiness.body.log;
    expect(head).toBeGreaterThanOrEqual(before.log.head);
    expect(health).toMatchObject({ status: 200, body: { ok: false, why: reasons, reactor: { lag: 0 }, views: { lag: 0 } } });
    expect(metrics.body).toMatch(/^tocsin_ready 0$/m);
    expect(metrics.body).toMatch(new RegExp(`^tocsin_log_head ${head}$`, 'm'));
    toLog.resumeForwarding();
    await sendResult;
    await waitForRing('LogSilent');
    await waitUntil(
      () => stage.tocsin.anonymous.request<string>('GET', '/metrics'),
      (current) => /^tocsin_ready 1$/m.test(current.body),
    );
    await isListed('LogSilent');
    expect(ringsOf('LogSilent')).toBe(1);
  });
});

describe('a server whose log fails while it starts', () => {
  it('ends with a sentence, and starts when it is started again', async () => {
    const data = join(mkdtempSync(join(tmpdir(), 'tocsin-')), 'data');
    const node = await clusterNode(data);
    // the first calls succeed: this is the log’s first event
    node.fail('append', 3, status.INTERNAL);
    const refusedStart = Tocsin.start({ data, profile: 'cluster' });
    await expect(refusedStart).rejects.toThrow(/^Tocsin ended with 1:\nEventStoreDB can’t be reached \(.*as the test wants it\)\n$/);
    const tocsin = await Tocsin.start({ data, profile: 'cluster' });
    await tocsin.end();
  });
});
