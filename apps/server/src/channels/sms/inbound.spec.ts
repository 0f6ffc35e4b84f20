import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { contactMethod } from '../../deliveries/message.fixture.js';
import { createTextReader } from './inbound.js';

type Server = Parameters<typeof createTextReader>[0]['server'];
const number = '+41791234567';
let now: string;
let read: ReturnType<typeof createTextReader>;
let groups: object[];
beforeEach(() => {
  now = '2026-11-21T03:00:00.000Z';
  const methods = [{ ...contactMethod({ address: number }), kind: 'sms' as const, verified: true, contactMethodId: 'm1' }];
  const failed = { contactMethodId: 'm1', state: 'failed', startedAt: now };
  groups = [
    { number: 40, opening: 2, pages: [{ personId: 'ana', opening: 1, attempts: { a: failed } }] },
    { number: 50, opening: 1, pages: [] },
  ];
  const rows = (all: readonly unknown[]) => all.values() as never;
  const none = { all: () => rows([]), where: () => rows([]) };
  const reads = {
    connections: none,
    contacts: { all: () => rows([{ id: 'ana', methods }]) },
    groups: { ...none, all: () => rows(groups) },
  };
  read = createTextReader({
    server: partOf<Server>({ clock: { now: () => now }, vault: new MemoryVault(), redactions: { ordinal: 0 }, reads }),
  });
});

let texts = 0;
const says = async (text: string, at?: string): Promise<string> => {
  texts += 1;
  const [one] = await read({ from: number, text, key: `SM${texts}`, id: `SM${texts}`, ...(at ? { at } : {}) });
  return one?.kind === 'says' ? one.says : '';
};

describe('a code of no page', () => {
  it('is a guess, and the fifth says that replies are not read for an hour', async () => {
    for (let n = 51; n < 55; n += 1) expect(await says(`${n}a`)).toContain(`No page for #${n}`);
    expect(await says('50a')).toMatch(/not read for an hour. Use the link/);
    expect(await says('a')).toBe('');
    now = '2026-11-21T04:01:00.000Z';
    expect(await says('a')).toContain('No page to this number is waiting');
  });

  it('is none when its alert group was sent there, or is one from before all that are known', async () => {
    for (const text of ['40a', '40a', '40a', '1a', '2a', '3a', '4a']) await says(text);
    for (const n of [51, 52, 53, 54]) await says(`${n}a`);
    expect(await says('55a')).toMatch(/not read for an hour/);
  });

  it('does not keep replies out when the clock was set back', async () => {
    for (let n = 51; n < 56; n += 1) await says(`${n}a`);
    now = '2026-11-21T01:00:00.000Z';
    expect(await says('a')).toContain('No page to this number is waiting');
  });

  it('counts by when it was written: the list is read again after a restart', async () => {
    now = '2026-11-21T05:00:00.000Z';
    for (let n = 51; n < 56; n += 1) expect(await says(`${n}a`, '2026-11-21T03:00:00.000Z')).toBe('');
    expect(await says('a')).toContain('No page to this number is waiting');
  });
});

it('acts on no page that was sent after the account was removed which a reply came through', async () => {
  const attempts = { a: { contactMethodId: 'm1', state: 'sent', startedAt: now } };
  const page = { pageId: 'p', personId: 'ana', opening: 1, attempts };
  const alerts = { settled: {}, recent: {} };
  groups.push({ number: 60, groupId: 'g', title: 'Disk', opening: 1, status: 'open', alerts, pages: [page] });
  const ofNumber = async (removedAt: string) => (await read({ from: number, text: '60a', key: removedAt, removedAt }))[0];
  expect(await ofNumber('2026-11-21T02:59:00.000Z')).toMatchObject({ kind: 'says', says: expect.stringContaining('No page for #60') });
  expect(await ofNumber('2026-11-21T03:00:00.000Z')).toMatchObject({ kind: 'act', act: 'acknowledge' });
});
