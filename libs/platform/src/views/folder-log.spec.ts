import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { personal } from '@tocsin/contracts/ids.js';
import { event } from '@tocsin/contracts/message.js';
import { EventCodec } from '../codec/codec.js';
import { Bell } from '../event-log/bell.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import { openVault } from '../vault/sqlite-vault.js';
import { openFolderLog } from './folder-log.js';

const contract = event(1, ['system', ''], 'A guest arrived.', z.object({ name: personal(z.string()) }), [
  { path: 'name', subject: () => 'person:g1' },
]);

const someMeta: Meta = {
  at: '2026-11-21T03:12:00.000Z',
  actor: { kind: 'person', id: 'p1', roles: [] },
  commandId: 'c1',
  correlationId: 'c1',
  causationId: null,
  logic: '1',
  node: 'n1',
};

describe('the log of a data folder, beside its writer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-folder-log-'));
  const rooms = { log: join(folder, 'log'), vault: folder };
  const decoding = { contractOf: () => contract, upcasters: {} };
  const log = new SqliteEventLog(rooms.log);
  const vault = openVault(folder);
  const codec = new EventCodec({ ...decoding, vault });
  afterAll(async () => {
    await log.close();
    vault.close();
    rmSync(folder, { recursive: true });
  });

  it('is followed as it grows, and reads a field as erased once its key was destroyed and keys were forgotten', async () => {
    const bell = new Bell();
    const secondLog = openFolderLog({ ...rooms, ...decoding, arrivals: (call) => bell.onArrival(call) });
    const columnOf: unknown[] = [];
    let isSeen: () => void = () => {};
    const following = secondLog.follow(0, (events) => {
      columnOf.push(...events.map((storedEvent) => secondLog.decode(storedEvent).data));
      isSeen();
    });
    const arrive = async (stream: string, id: string): Promise<void> => {
      const next = new Promise<void>((resolve) => (isSeen = resolve));
      await log.append(stream, 'none', [codec.encode({ id, type: 'GuestArrived', data: { name: 'Zoë' } }, someMeta)]);
      bell.notify();
      await next;
    };
    await arrive('guests-1', 'e1');
    expect(columnOf).toEqual([{ name: 'Zoë' }]);

    vault.destroy('person:g1');
    secondLog.forgetKeys();
    expect((await secondLog.readAll({ after: 0, limit: 10 })).map(({ data }) => data)).toEqual([{ name: { erased: true } }]);
    await following.stop();
    await secondLog.close();
  });
});
