import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { personal } from '@tocsin/contracts/ids.js';
import { event, type EventContract } from '@tocsin/contracts/message.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import { readVault, SqliteVault } from '../vault/sqlite-vault.js';
import { makeFolder } from './staged-folder.js';

const subject = ({ guestId }: { guestId: string }) => `person:${guestId}`;
const contracts: Record<string, EventContract> = {
  LogOpened: event(1, ['system', ''], 'A log was opened.', z.object({ logId: z.string() })),
  GuestArrived: event(1, ['system', ''], 'A guest arrived.', z.object({ guestId: z.string(), name: personal(z.string()) }), [
    { path: 'name', subject },
  ]),
};

const meta: Recorded['meta'] = {
  at: '2026-11-21T03:12:00.000Z',
  actor: { kind: 'system', id: 'tocsin', roles: [] },
  commandId: 'c1',
  correlationId: 'c1',
  causationId: null,
  logic: '1',
  node: 'n1',
};
const guests = Array.from({ length: 300 }, (_, n) => `guest-${n}`);
const id = (n: number): string => `019bb4a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const events: readonly Recorded[] = [
  { id: id(0), stream: 'log', revision: 0, ordinal: 1, type: 'LogOpened', v: 1, data: { logId: id(9_999) }, meta },
  ...guests.map((guestId, n) => ({
    id: id(n + 1),
    stream: 'guests',
    revision: n,
    ordinal: n + 2,
    type: 'GuestArrived',
    v: 1,
    data: { guestId, name: 'Zoë' },
    meta,
  })),
];

const room = mkdtempSync(join(tmpdir(), 'made-folder-'));
afterAll(() => {
  jest.restoreAllMocks();
  rmSync(room, { recursive: true });
});

describe('a folder that is made of a whole log', () => {
  it('makes the keys of all its people in one flush of the vault', async () => {
    const flushes = jest.spyOn(SqliteVault.prototype, 'addKeys');
    const path = join(room, 'made');
    const contractOf = (type: string) => contracts[type];
    const order = { path, logKind: 'import', program: 'test', now: meta.at, masterKey: undefined, contractOf, events } as const;
    expect(await makeFolder(order)).toBe(events.length);
    expect(flushes.mock.calls.map(([subjects]) => subjects.length)).toEqual([guests.length]);
    const vault = readVault(join(path, 'vault'));
    expect(vault.subjects()).toEqual(guests.map((guestId) => subject({ guestId })).toSorted());
    vault.close();
  });

  it('gives each event a salt of its own', async () => {
    const path = join(room, 'salted');
    const contractOf = (type: string) => contracts[type];
    await makeFolder({ path, logKind: 'import', program: 'test', now: meta.at, masterKey: undefined, contractOf, events });
    const log = SqliteEventLog.openReadOnly(join(path, 'log'));
    const storedEvents = await log.readAll({ after: 0, limit: 1_000 });
    await log.close();
    const salts = storedEvents.map((storedEvent) => (JSON.parse(storedEvent.meta) as { readonly salt: string }).salt);
    expect(new Set(salts.filter((salt) => /^[\w-]{22}$/.test(salt))).size).toBe(events.length);
  });
});
