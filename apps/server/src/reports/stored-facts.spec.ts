import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventContract } from '@tocsin/contracts/catalogue.js';
import { domain } from '@tocsin/domain/registry.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { StoredFacts } from './stored-facts.js';
import { WorkDeadline } from './work-deadline.js';

const codec = new EventCodec({
  vault: { keyFor: () => null, keyUnlessDestroyed: () => null },
  contractOf: eventContract,
  upcasters: domain.upcasters,
});
const meta = {
  at: '2026-11-25T10:00:00.000Z',
  actor: { kind: 'system', id: 'system', roles: [] },
  commandId: 'c',
  correlationId: 'c',
  causationId: null,
  logic: 'l',
  node: 'n',
} as never;
const data = { timeZone: 'Europe/Berlin' };
const encodedEvent = codec.encode({ id: 'e', type: 'OrganisationTimeZoneChanged', data }, meta);
const eventAt = (ordinal: number): StoredEvent =>
  ({ ...encodedEvent, id: `e${ordinal}`, stream: 'organisation', revision: ordinal, ordinal }) as never;

const folder = mkdtempSync(join(tmpdir(), 'tocsin-kept-facts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('columns of reports while the disk is nearly full', () => {
  const disk = { hasRoom: true };
  const read: number[] = [];
  const of = async (file: string, count: number) => {
    const facts = StoredFacts.open(
      join(folder, file),
      async (after) => {
        read.push(after);
        return Array.from({ length: Math.min(30_000, Math.max(count - after, 0)) }, (_, n) => eventAt(after + n + 1));
      },
      () => disk.hasRoom,
    );
    const result = await facts.upTo(count, new WorkDeadline(() => 0, 1));
    return [...result].map(({ ordinal }) => ordinal);
  };
  beforeEach(() => {
    disk.hasRoom = true;
    read.length = 0;
  });

  it('are not written: newer facts are read from the log each time', async () => {
    expect(await of('small.db', 3)).toEqual([1, 2, 3]);
    disk.hasRoom = false;
    for (const _ of ['first', 'second']) expect(await of('small.db', 5)).toEqual([1, 2, 3, 4, 5]);
    expect(read.filter((after) => after === 3)).toHaveLength(2);
    disk.hasRoom = true;
    await of('small.db', 5);
    read.length = 0;
    expect(await of('small.db', 5)).toEqual([1, 2, 3, 4, 5]);
    expect(read).not.toContain(3);
  });

  it('refuse a report that would need more of them than fit into memory', async () => {
    disk.hasRoom = false;
    await expect(of('large.db', 60_000)).rejects.toMatchObject({
      code: 'store.unwritable',
      params: { reason: 'the disk is nearly full' },
      retryAfter: 60,
    });
  });

  it('are not deleted because the disk can’t be used: the report is refused', async () => {
    mkdirSync(join(folder, 'taken.db'));
    await expect(of('taken.db', 3)).rejects.toMatchObject({ code: 'store.unwritable' });
    expect(existsSync(join(folder, 'taken.db'))).toBe(true);
  });

  it('are made again where they can’t be read', async () => {
    writeFileSync(join(folder, 'broken.db'), 'no database'.repeat(500));
    expect(await of('broken.db', 3)).toEqual([1, 2, 3]);
  });
});
