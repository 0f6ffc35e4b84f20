// cluster: never, it is about the embedded profile
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';
import type { StatusAnswer } from '@tocsin/contracts/http.js';
import { ensureDemo } from '../../apps/server/src/demo/demo-folder.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

const now = '2026-11-25T10:00:00.000Z';
const data = join(mkdtempSync(join(tmpdir(), 'tocsin-demo-')), 'data');
let tocsin: Tocsin;
let ines: Client;
const readPassword = (): string => /with the password (\S+)/.exec(tocsin.output())![1]!;

beforeAll(async () => {
  await ensureDemo({
    config: { clock: 'manual', clockAt: now, data, masterKey: undefined },
    now,
    days: 1,
    tell: () => {},
  });
  // log, vault and views in files, on either profile
  tocsin = await Tocsin.start({ data, profile: 'embedded' });
  await tocsin.waitForOutput(/with the password/);
  await tocsin.settle();
  const session = { email: 'ines@larkfield.example', password: readPassword() };
  const { body } = await tocsin.anonymous.request<{ token: string; personId: string }>('POST', '/api/session', session);
  ines = new Client(tocsin.url, body.token, body.personId);
});
afterAll(async () => {
  await tocsin.stop();
  rmSync(dirname(data), { recursive: true, force: true });
});

it('says what it is', async () => {
  const { body } = await tocsin.anonymous.request<StatusAnswer>('GET', '/api/status');
  expect(body).toMatchObject({ kind: 'demo', setUp: true });
});

it('starts no reactor: hours pass, whatever was due, and nothing is decided, started or sent', async () => {
  const before = await eventsOfFolder(data);
  await tocsin.advance('PT3H');
  expect(await eventsOfFolder(data)).toEqual(before);
});

it('has two saved backtests, and one of which nothing is changed differs in nothing, hours after the demo ended', async () => {
  const ended = async (count: number): Promise<readonly BacktestAnswer[]> => {
    for (;;) {
      const { rows } = (await ines.request<{ readonly rows: readonly BacktestAnswer[] }>('GET', '/api/backtests')).body;
      if (rows.length === count && rows.every(({ state }) => state !== 'running')) return rows;
      await pause(100);
    }
  };
  const saved = await ended(2);
  expect(saved.map(({ state, trouble, attempt, request }) => [state, trouble, attempt, request.change?.type])).toEqual([
    ['done', null, 1, 'ChangeService'],
    ['done', null, 1, 'ChangePolicy'],
  ]);
  const { status, body } = await ines.request<BacktestAnswer>('POST', '/api/backtests', {
    change: null,
    from: addMillis(now, -86_400_000),
  });
  expect(status).toBe(202);
  await ended(3);
  const { result } = (await ines.request<BacktestAnswer>('GET', `/api/backtests/${body.id}`)).body;
  expect(result).toMatchObject({ differing: { late: 0, change: 0, assumption: 0 } });
});

it('accepts actions of the people in it, and still pages no one', async () => {
  const firingGroups = (await ines.list('alertGroups', 'where.status=firing')).filter(({ urgency }) => urgency === 'high');
  expect(firingGroups.length).toBeGreaterThan(0);
  // the clock begins where the demo ends, at a last event before `now`
  await tocsin.advance('PT3H');
  await ines.run('AcknowledgeAlertGroup', { groupId: firingGroups[0]!.id });
  await ines.run('PageSomeone', { title: 'Look at this', urgency: 'high', serviceId: null, personIds: [ines.personId] });
  await tocsin.advance('PT1H');
  const events = await eventsOfFolder(data);
  const since = events.filter(({ meta }) => meta.at > now).map(({ type }) => type);
  expect(since).toContain('AlertGroupAcknowledged');
  expect(since).not.toContain('AttemptStarted');
  expect(since).not.toContain('ReactorStarted');
});
