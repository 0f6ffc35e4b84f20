// cluster: never, it is about the embedded profile
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BacktestAnswer } from '@tocsin/contracts/backtests/backtests.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import type { StatusAnswer } from '@tocsin/contracts/http.js';
import { ensureDemo } from '../../apps/server/src/demo/demo-folder.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { domain } from '@tocsin/domain/registry.js';
import { reenact } from '@tocsin/kernel/replay/reenact.js';
import { byContract, eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

const now = '2026-11-25T10:00:00.000Z';
const data = join(mkdtempSync(join(tmpdir(), 'tocsin-demo-')), 'data');
let tocsin: Tocsin;
let ines: Client;
let mailbox: Mailbox;
let phone: Phone;
/** What a server with a way out would reach. */
const wiresOf = () => ({ TOCSIN_SMTP_URL: mailbox.url, TOCSIN_ALLOW_CIDR: '127.0.0.1/32' });
const readPassword = (): string => /with the password (\S+)/.exec(tocsin.output())![1]!;

beforeAll(async () => {
  await ensureDemo({
    config: { clock: 'manual', clockAt: now, data, masterKey: undefined },
    now,
    days: 1,
    tell: () => {},
  });
  mailbox = await Mailbox.start();
  phone = await Phone.start();
  // log, vault and views in files, on either profile
  tocsin = await Tocsin.start({ data, profile: 'embedded', env: wiresOf() });
  await tocsin.waitForOutput(/with the password/);
  await tocsin.settle();
  const session = { email: 'ines@larkfield.example', password: readPassword() };
  const { body } = await tocsin.anonymous.request<{ token: string; personId: string }>('POST', '/api/session', session);
  ines = new Client(tocsin.url, body.token, body.personId);
  await ines.run('AddContactMethod', { kind: 'webhook', personId: ines.personId, address: phone.url });
  await ines.run('AddContactMethod', { kind: 'email', personId: ines.personId, address: 'ines@elsewhere.example' });
  await ines.run('CreateEventSubscription', { name: 'Desk', teamId: null, kinds: ['opened', 'acknowledged'], address: phone.url });
});
afterAll(async () => {
  await tocsin.stop();
  await mailbox.close();
  await phone.close();
  rmSync(dirname(data), { recursive: true, force: true });
});

it('says what it is', async () => {
  const { body } = await tocsin.anonymous.request<StatusAnswer>('GET', '/api/status');
  expect(body).toMatchObject({ kind: 'demo', setUp: true });
});

/** The backtests, once none of at least this many is running. */
const ended = async (count: number): Promise<readonly BacktestAnswer[]> => {
  for (;;) {
    const { rows } = (await ines.request<{ readonly rows: readonly BacktestAnswer[] }>('GET', '/api/backtests')).body;
    if (rows.length >= count && rows.every(({ state }) => state !== 'running')) return rows;
    await pause(100);
  }
};

const typesAfter = async (instant: string): Promise<readonly string[]> =>
  (await eventsOfFolder(data)).filter(({ meta }) => meta.at > instant).map(({ type }) => type);

it('goes on: steps are taken and pages are delivered, and nothing is sent', async () => {
  await tocsin.advance('PT1H');
  const types = await typesAfter(now);
  for (const type of ['EscalationStepTaken', 'PageStarted', 'AttemptStarted', 'AttemptDelivered', 'AttemptSent'])
    expect(types).toContain(type);
  expect(types).not.toContain('AttemptFailed');
  expect([phone.rings, mailbox.messages]).toEqual([[], []]);
});

it('is healthy while it goes on: nothing is late, and nothing is overdue', async () => {
  const { body } = await ines.request<HealthAnswer>('GET', '/api/health');
  expect(body).toMatchObject({ ok: true, failures: [], audit: { overdue: [], overdueMuch: 0 } });
});

it('has two saved backtests, and one of which nothing is changed differs in nothing', async () => {
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

it('takes acts of its people: an acknowledgement ends a climb, and whoever is paged by hand is', async () => {
  const group = (await ines.list('alertGroups', 'where.status=firing')).find(({ urgency }) => urgency === 'high');
  await ines.run('AcknowledgeAlertGroup', { groupId: group!.id });
  await ines.run('PageSomeone', { title: 'Look at this', urgency: 'high', serviceId: null, personIds: [ines.personId] });
  await tocsin.advance('PT10M');
  const events = await eventsOfFolder(data);
  const acknowledged = events.findLastIndex(({ type }) => type === 'AlertGroupAcknowledged');
  const after = events.slice(acknowledged).filter(({ data: about }) => (about as { groupId?: string }).groupId === group!.id);
  expect(after.map(({ type }) => type)).not.toContain('EscalationStepTaken');
  expect(events.slice(acknowledged).map(({ type }) => type)).toContain('AttemptDelivered');
});

it('goes on after hours without a server, and what was decided in it is decided again to the same', async () => {
  await ended(2);
  await tocsin.stop();
  tocsin = await Tocsin.start({ data, profile: 'embedded', env: wiresOf() });
  ines = new Client(tocsin.url, ines.token, ines.personId);
  await tocsin.settle();
  await tocsin.advance('PT2H');
  const { differences, missing } = reenact(domain, await eventsOfFolder(data), { written: byContract });
  expect({ differences, missing }).toEqual({ differences: [], missing: [] });
  expect([phone.rings, mailbox.messages]).toEqual([[], []]);
});
