import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { S3Store } from '@tocsin/testing/fakes/s3-store.js';
import { sampleLog, sampleLogId } from '@tocsin/testing/proof/sample-log.js';
import { FolderLock } from '../data-folder/folder-lock.js';
import { copyLog } from '../event-log/copy-log.js';
import type { StoredEvent } from '../event-log/event-log.js';
import { MemoryEventLog } from '../event-log/memory-event-log.js';
import { SqliteEventLog } from '../event-log/sqlite-event-log.js';
import { leafOf, MerkleTree } from '../proof/merkle.js';
import { openVault, readVault } from '../vault/sqlite-vault.js';
import { expiredIn, generationsIn, keysIn } from './backup-names.js';
import type { BackupPlace } from './backup-place.js';
import { requireReadable, withKeys } from './key-bundle.js';
import { bucketOf, openPlace } from './open-place.js';
import { chooseBackup, eventsIn, takeKeys } from './read-backup.js';
import { restoreSet } from './restore-set.js';
import { partBytes } from './s3-place.js';
import { writeBackup, type BackupReport } from './write-backup.js';

const masterKey = Buffer.alloc(32, 7).toString('base64');
const now = '2026-11-28T12:00:00.000Z';
const events: readonly StoredEvent[] = sampleLog(120, () => null).map((event) => ({
  ...event,
  token: String(event.ordinal).padStart(16, '0'),
}));
const treeAt = (size: number, of = events): MerkleTree => {
  const tree = new MerkleTree();
  for (const event of of.slice(0, size)) tree.push(leafOf(event));
  return tree;
};
const rootAt = (size: number): string => treeAt(size).root().toString('hex');

let dir: string;
let data: string;
let store: S3Store;
beforeAll(async () => (store = await S3Store.start()));
afterAll(() => store.close());
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'backup-'));
  data = join(dir, 'data');
  for (const room of ['vault', 'backups']) mkdirSync(join(data, room), { recursive: true });
  mkdirSync(join(dir, 'place'));
  const vault = openVault(join(data, 'vault'), masterKey);
  vault.belongTo(sampleLogId, true);
  vault.addKeys(['person:ana', 'person:bo']);
  vault.close();
  writeFileSync(join(data, 'tocsin.json'), '{}');
  store.objects.clear();
  store.uploads.clear();
  store.requests.length = 0;
  store.judge = () => null;
  store.change = (bytes) => bytes;
});
afterEach(() => rmSync(dir, { recursive: true }));

const places: Readonly<Record<string, () => Promise<BackupPlace>>> = {
  'a folder': () => openPlace({ address: join(dir, 'place'), keyId: undefined, secret: undefined }),
  'a bucket': () => openPlace({ address: store.address(), ...store.credentials }),
};

interface RunOptions {
  readonly head: number;
  readonly of?: readonly StoredEvent[];
  readonly at?: string;
  readonly baseBefore?: string;
  readonly keepFrom?: string;
  readonly branch?: string;
  readonly isInDoubt?: boolean;
}
const run = (
  place: BackupPlace,
  { head, of = events, at = now, baseBefore = '', keepFrom = '', branch = 'original', isInDoubt = false }: RunOptions,
): Promise<BackupReport> =>
  writeBackup(place, {
    data,
    program: '0.4.0',
    now: at,
    head,
    logId: sampleLogId,
    branch,
    readPage: (after) => of.slice(after, after + 25),
    treeAt: (size) => treeAt(size, of),
    baseBefore,
    keepFrom,
    isInDoubt,
  });

/** The log that comes back. */
const restored = async (place: BackupPlace, to?: number): Promise<{ size: number; root: string }> => {
  const target = new MemoryEventLog();
  try {
    const chosen = await chooseBackup(place, to === undefined ? {} : { to });
    return await copyLog(eventsIn(place, chosen), target, { isOrdered: false });
  } finally {
    await target.close();
  }
};

describe.each(Object.entries(places))('a backup in %s', (_, open) => {
  it('comes back as of its end, and as of any ordinal before', async () => {
    const place = await open();
    for (const head of [40, 41, 120]) await run(place, { head });
    expect(await restored(place)).toMatchObject({ size: 120, root: rootAt(120) });
    for (const to of [1, 40, 41, 42, 119]) expect(await restored(place, to)).toMatchObject({ size: to, root: rootAt(to) });
    await expect(restored(place, 121)).rejects.toThrow('reaches event 121');
  });

  it('sends only what is new, and nothing when nothing is', async () => {
    const place = await open();
    expect(await run(place, { head: 100 })).toMatchObject({ events: 100, isNewBase: true });
    expect(await run(place, { head: 120 })).toMatchObject({ events: 20, isNewBase: false });
    const before = await place.list('');
    expect(await run(place, { head: 120 })).toMatchObject({ events: 0, bytes: 0 });
    expect(await place.list('')).toEqual(before);
  });

  it('has the newest keys alone: one that was destroyed since is nowhere', async () => {
    const place = await open();
    await run(place, { head: 50 });
    const vault = openVault(join(data, 'vault'), masterKey);
    vault.destroy('person:ana');
    vault.close();
    await run(place, { head: 60 });
    expect(keysIn(await place.list(''))).toHaveLength(1);
    const target = join(dir, 'target');
    await takeKeys(place, await chooseBackup(place, { to: 10 }), target, '0.4.0');
    const taken = readVault(join(target, 'vault'), masterKey);
    expect([taken.destroyedSubjects(), taken.subjects()]).toEqual([['person:ana'], ['person:bo']]);
    taken.close();
    expect(readdirSync(target).toSorted()).toEqual(['tocsin.json', 'vault']);
    expect(readdirSync(join(data, 'backups'))).toEqual([]);
  });

  it('makes a new base when it is due, and removes what it replaced when that is old enough, but never the two newest', async () => {
    const place = await open();
    await run(place, { head: 30, at: '2026-11-01T00:00:00.000Z' });
    await run(place, { head: 60, at: '2026-11-08T00:00:00.000Z', baseBefore: '2026-11-08T00:00:00.000Z' });
    await run(place, {
      head: 90,
      at: '2026-11-15T00:00:00.000Z',
      baseBefore: '2026-11-15T00:00:00.000Z',
      keepFrom: '2026-11-05T00:00:00.000Z',
    });
    expect(generationsIn(await place.list('')).map(({ number, end }) => [number, end])).toEqual([
      [1, 30],
      [2, 60],
      [3, 90],
    ]);
    await run(place, { head: 90, at: '2026-11-22T00:00:00.000Z', keepFrom: '2030-01-01T00:00:00.000Z' });
    expect(generationsIn(await place.list('')).map(({ number }) => number)).toEqual([2, 3]);
    expect(await restored(place)).toMatchObject({ size: 90, root: rootAt(90) });
  });

  it('makes a new base where the last one was begun under a clock that was ahead', async () => {
    const place = await open();
    await run(place, { head: 30, at: '2031-01-01T00:00:00.000Z' });
    expect(await run(place, { head: 60, baseBefore: '2026-11-21T00:00:00.000Z' })).toMatchObject({ isNewBase: true });
    expect(await run(place, { head: 90, baseBefore: '2026-11-21T00:00:00.000Z' })).toMatchObject({ isNewBase: false });
  });

  it('sends the imported history again when its log, its WAL or its keys have changed, and restores the newest', async () => {
    const place = await open();
    for (const room of ['log', 'vault']) mkdirSync(join(data, room, 'imported'), { recursive: true });
    const [log, keys] = [join(data, 'log', 'imported', 'log.db'), join(data, 'vault', 'imported', 'vault.db')];
    const written = [new Database(log), new Database(keys)] as const;
    for (const database of written) database.exec('PRAGMA journal_mode = WAL; CREATE TABLE texts (text)');
    for (const database of written) database.pragma('wal_checkpoint(TRUNCATE)');
    const imported = async () => (await place.list('')).filter((name) => name.includes('/imported/'));
    await run(place, { head: 40 });
    const [first] = await imported();
    await run(place, { head: 40 });
    expect(await imported()).toEqual([first]);
    for (const database of written) {
      const [before] = await imported();
      database.exec("INSERT INTO texts VALUES ('one')");
      await run(place, { head: 40 });
      expect(await imported()).toEqual([expect.not.stringMatching(before!)]);
      database.close();
    }
    // a run that is killed before it removes the older one leaves both
    const [newest] = await imported();
    await place.put(`${sampleLogId}/original/imported/1-0.tar`, Buffer.from('older'));
    expect((await chooseBackup(place, {})).imported).toBe(newest);
  });

  it('leaves the keys alone that another run is making, and removes what a killed one left', async () => {
    const place = await open();
    for (const name of ['sending-held', 'sending-dead']) mkdirSync(join(data, 'backups', name));
    const held = FolderLock.take(join(data, 'backups', 'sending-held'));
    await run(place, { head: 60 });
    expect(readdirSync(join(data, 'backups'))).toEqual(['sending-held']);
    held.release();
  });

  it('refuses to go on where another history of the log is, and writes nothing', async () => {
    const place = await open();
    await run(place, { head: 50 });
    const before = await place.list('');
    const other = events.map((event) => (event.ordinal === 50 ? { ...event, data: '{}' } : event));
    await expect(run(place, { head: 60, of: other })).rejects.toThrow('holds another history');
    await expect(run(place, { head: 49 })).rejects.toThrow('holds another history');
    // neither does a new base hide it
    await expect(run(place, { head: 60, of: other, baseBefore: '2030-01-01T00:00:00.000Z' })).rejects.toThrow('holds another history');
    expect(await place.list('')).toEqual(before);
  });

  it('keeps the histories of an original and its restored copy apart, and who was erased in one stays erased in the other', async () => {
    const place = await open();
    await run(place, { head: 50 });
    const vault = openVault(join(data, 'vault'), masterKey);
    vault.destroy('person:bo');
    vault.close();
    writeFileSync(join(data, 'vault', 'erasures.json'), JSON.stringify({ logId: sampleLogId, subjects: ['person:ana'] }));
    await run(place, { head: 20, branch: 'restored-11' });
    await expect(chooseBackup(place, {})).rejects.toThrow('several histories');
    const chosen = await chooseBackup(place, { branch: 'original' });
    expect(chosen.to).toBe(50);
    await takeKeys(place, chosen, join(dir, 'target'), '0.4.0');
    const taken = readVault(join(dir, 'target', 'vault'), masterKey);
    expect(taken.destroyedSubjects()).toEqual(['person:ana']);
    taken.close();
  });

  it('refuses what is not as it was written, by file and ordinal', async () => {
    const place = await open();
    await run(place, { head: 40 });
    await run(place, { head: 120 });
    const [segment] = generationsIn(await place.list(''))[0]!.segments.slice(1);
    const bytes = await place.bytesOf(segment!.name, 2 ** 20);
    for (const at of [2, 200, Math.floor(bytes.length / 2), bytes.length - 10]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = flipped[at]! ^ 0x10;
      await place.put(segment!.name, flipped);
      await expect(restored(place)).rejects.toThrow(/000000000041-000000000120\..* is damaged: .*event \d+/);
    }
    await place.put(segment!.name, bytes.subarray(0, bytes.length / 2));
    await expect(restored(place)).rejects.toThrow(/is damaged: event \d+ is/);
    expect(await restored(place, 40)).toMatchObject({ size: 40, root: rootAt(40) });
  });
});

describe('a run that is killed', () => {
  it('leaves whole segments alone in a folder, and the next one goes on', async () => {
    const place = await places['a folder']!();
    await run(place, { head: 40 });
    const [segment] = generationsIn(await place.list(''))[0]!.segments;
    const half = join(dir, 'place', segment!.name.replace('000000000001-000000000040', '000000000041-000000000060')) + '.partial';
    writeFileSync(half, 'half');
    expect(await restored(place)).toMatchObject({ size: 40 });
    expect(await run(place, { head: 60 })).toMatchObject({ events: 20 });
    await place.tidy(sampleLogId);
    expect(existsSync(half)).toBe(false);
    expect(await restored(place)).toMatchObject({ size: 60, root: rootAt(60) });
  });

  it('between segments and keys is not restored beyond the keys that there are', async () => {
    const place = await places['a bucket']!();
    await run(place, { head: 40 });
    store.judge = (request) => (request.startsWith('PUT') && request.includes('/keys/') ? 'drop' : null);
    await expect(run(place, { head: 60 })).rejects.toThrow('s3://backups/tocsin/');
    store.judge = () => null;
    expect(await restored(place)).toMatchObject({ size: 40 });
    expect(await run(place, { head: 60 })).toMatchObject({ events: 0 });
    expect(await restored(place)).toMatchObject({ size: 60 });
  });

  it('in the middle of a sweep leaves no generation that looks whole', async () => {
    const place = await places['a bucket']!();
    const later = { baseBefore: '2030-01-01T00:00:00.000Z', keepFrom: '2030-01-01T00:00:00.000Z' };
    await run(place, { head: 20 });
    await run(place, { head: 40 });
    await run(place, { head: 60, ...later });
    let deleted = 0;
    store.judge = (request) =>
      request.startsWith('DELETE') && request.includes('.ndjson') && ++deleted > 1 ? { status: 503, code: 'SlowDown' } : null;
    await run(place, { head: 80, ...later });
    await expect(run(place, { head: 80, keepFrom: later.keepFrom })).rejects.toThrow('503');
    store.judge = () => null;
    expect(generationsIn(await place.list('')).map(({ number, end }) => [number, end])).toEqual([
      [1, 20],
      [2, 60],
      [3, 80],
    ]);
    await run(place, { head: 80, keepFrom: later.keepFrom });
    expect(generationsIn(await place.list('')).map(({ number }) => number)).toEqual([2, 3]);
  });
});

describe('a bucket', () => {
  it('takes a large object in parts, and what a killed upload left is removed', async () => {
    const place = await places['a bucket']!();
    const file = join(dir, 'large');
    writeFileSync(file, Buffer.alloc(2 * partBytes + 17, 'tocsin'));
    await place.put('large.tar', { file });
    expect(store.objects.get('tocsin/large.tar')!.equals(readFileSync(file))).toBe(true);
    expect(store.requests.filter((request) => request === 'GET tocsin/large.tar')).toHaveLength(3);
    expect(store.largestAnswer).toBe(partBytes);
    store.uploads.set('old', { key: 'tocsin/x/half.tar', parts: new Map() });
    store.uploads.set('foreign', { key: 'other/half.tar', parts: new Map() });
    await place.tidy('x/');
    expect([...store.uploads.keys()]).toEqual(['foreign']);
  });

  it('that stores something else than it was sent is not believed', async () => {
    const place = await places['a bucket']!();
    store.change = (bytes) => Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]);
    await expect(run(place, { head: 40 })).rejects.toThrow('is not what was sent there');
    expect(store.objects.size).toBe(0);
  });

  it('that breaks off while an object is read back is not believed later', async () => {
    const place = await places['a bucket']!();
    store.judge = (request) => (request.startsWith('GET') && request.includes('.ndjson') ? 'drop' : null);
    await expect(run(place, { head: 40 })).rejects.toThrow('s3://backups/tocsin/');
    expect(store.objects.size).toBe(0);
    store.judge = () => null;
    expect(await run(place, { head: 40 })).toMatchObject({ events: 40 });
  });

  it('that goes away before what it took can be read back or removed is doubted by the next run', async () => {
    const place = await places['a bucket']!();
    await run(place, { head: 40 });
    store.change = (bytes) => Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]);
    store.judge = (request) => (/^(?:GET|DELETE) .*(?:0000041-|keys)/.test(request) ? 'drop' : null);
    await expect(run(place, { head: 60 })).rejects.toThrow('s3://backups/tocsin/');
    store.judge = () => null;
    store.change = (bytes) => bytes;
    expect(generationsIn(await place.list(''))[0]).toMatchObject({ end: 60 });
    await expect(restored(place, 60)).rejects.toThrow();
    expect(await run(place, { head: 60, isInDoubt: true })).toMatchObject({ events: 20, isNewBase: false });
    expect(await restored(place)).toMatchObject({ size: 60, root: rootAt(60) });
  });

  it('whose last segment is as it was written keeps it, also in doubt', async () => {
    const place = await places['a bucket']!();
    await run(place, { head: 40 });
    const { events: added, stored } = await run(place, { head: 40, isInDoubt: true });
    expect(added).toBe(0);
    const bytes = [...store.objects.values()].reduce((sum, one) => sum + one.byteLength, 0);
    expect(stored).toMatchObject({ bytes, bases: [{ startedAt: now, head: 40 }] });
    expect(stored.bases[0]!.bytes).toBeLessThan(bytes);
  });

  it('keeps the only copy of an imported history while it can’t be written, and sends it anew only where it is damaged', async () => {
    const place = await places['a bucket']!();
    for (const room of ['log', 'vault']) {
      mkdirSync(join(data, room, 'imported'), { recursive: true });
      new Database(join(data, room, 'imported', `${room === 'log' ? 'log' : 'vault'}.db`)).exec('CREATE TABLE texts (text)').close();
    }
    await run(place, { head: 40 });
    const [name, bytes] = [...store.objects].find(([one]) => one.includes('/imported/'))!;
    store.judge = (request) => (request.startsWith('PUT') && request.includes('/imported/') ? 'drop' : null);
    await run(place, { head: 40, isInDoubt: true });
    expect(store.objects.get(name)).toEqual(bytes);
    store.objects.set(name, bytes.subarray(0, bytes.byteLength / 2));
    await expect(run(place, { head: 40, isInDoubt: true })).rejects.toThrow('s3://backups/tocsin/');
    expect(store.objects.has(name)).toBe(true);
    store.judge = () => null;
    await run(place, { head: 40, isInDoubt: true });
    expect(store.objects.get(name)!.byteLength).toBe(bytes.byteLength);
  });

  it.each([
    ['another secret', { secret: 'wrong' }, '403'],
    ['another key', { keyId: 'WRONG' }, '403'],
  ])('is refused with %s, in words that have no secret', async (_, change, says) => {
    const place = await openPlace({ address: store.address(), ...store.credentials, ...change });
    const failure = run(place, { head: 40 });
    await expect(failure).rejects.toThrow(says);
    await expect(failure).rejects.not.toThrow(store.credentials.secret);
  });

  it('is named by a readable address, or refused before anything is sent', () => {
    const given = { keyId: 'k', secret: 's' };
    expect(bucketOf({ address: 's3://b-1/a/b?region=eu-central-1', ...given })).toMatchObject({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'b-1',
      prefix: 'a/b/',
    });
    expect(bucketOf({ address: 's3://b-1', ...given })).toMatchObject({ prefix: '', region: 'us-east-1' });
    for (const address of ['s3://', 's3://B/x', 's3://b-1?endpoint=ftp://x', 's3://b-1?endpoint=https://u:p@x', 's3://b-1?colour=red'])
      expect(() => bucketOf({ address, ...given })).toThrow('s3://');
    expect(() => bucketOf({ address: 's3://b-1', keyId: 'k', secret: undefined })).toThrow('TOCSIN_BACKUP_SECRET');
  });
});

describe('a folder', () => {
  it('that is not there is not made: its disk may not be mounted', async () => {
    const place = await openPlace({ address: join(dir, 'absent'), keyId: undefined, secret: undefined });
    await expect(run(place, { head: 40 })).rejects.toThrow('Is its disk mounted?');
    expect(existsSync(join(dir, 'absent'))).toBe(false);
  });
});

it('a log elsewhere that has events is restored into only by the restore that began it', async () => {
  const place = await places['a folder']!();
  await run(place, { head: 120 });
  const elsewhere = join(dir, 'elsewhere');
  const restore = (target: string, finish = () => Promise.resolve()) =>
    restoreSet({
      place,
      choice: {},
      data: join(dir, target),
      program: '0.4.0',
      openLog: () => new SqliteEventLog(elsewhere),
      isOrdered: true,
      isLogElsewhere: true,
      finish,
    });
  await expect(restore('restored', () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  // it is whole, as what is in use and was backed up would be
  await expect(restore('drill')).rejects.toThrow('The log of this cluster is not empty');
  expect(await restore('restored')).toMatchObject({ events: 120, root: rootAt(120) });
  expect(readdirSync(dir).filter((name) => name.includes('restor'))).toEqual(['restored']);
});

it('keys are sent only if they could be restored', async () => {
  let file: Buffer | undefined;
  const order = { data, program: '0.4.0', now, head: 40 };
  await withKeys(order, async (made) => void (file = readFileSync(made)));
  const folder = join(dir, 'run');
  mkdirSync(folder);
  const made = join(folder, 'bundle.tar');
  writeFileSync(made, file!);
  await requireReadable(made, folder, '0.4.0');
  expect(readdirSync(folder)).toEqual(['bundle.tar']);
  file![file!.indexOf('SQLite format 3') + 3_000]! ^= 1;
  writeFileSync(made, file!);
  await expect(requireReadable(made, folder, '0.4.0')).rejects.toThrow('vault/vault.db is not what its manifest says');
});

describe('a copy of a log', () => {
  const pages = async function* (of = events, end = of.length): AsyncIterable<readonly StoredEvent[]> {
    for (let from = 0; from < end; from += 25) yield of.slice(from, Math.min(from + 25, end));
  };
  const targets = { SQLite: () => new SqliteEventLog(join(dir, 'log')), memory: () => new MemoryEventLog() };

  it.each(Object.entries(targets))('into %s goes on where it was stopped, and has the same root', async (name, open) => {
    const target = open();
    const isOrdered = name === 'SQLite';
    await copyLog(pages(events, 60), target, { isOrdered });
    expect(await copyLog(pages(), target, { isOrdered })).toEqual({ size: 120, root: rootAt(120), resumedAt: 60 });
    expect((await target.readAll({ after: 0, limit: 500 })).map(({ token: _, ...event }) => event)).toEqual(
      events.map(({ token: _, ...event }) => event),
    );
    await target.close();
  });

  it('is refused by a target with anything else, and writes nothing', async () => {
    const target = new SqliteEventLog(join(dir, 'log'));
    await target.append('door-1', 'none', [{ id: events[5]!.id, type: 'X', v: 1, data: '{}', meta: '{}' }]);
    await expect(copyLog(pages(), target, { isOrdered: true })).rejects.toThrow('not the beginning of this log');
    expect((await target.head()).ordinal).toBe(1);
    await target.close();
  });
});

it('generations stay in order, whatever else lies there, and a gap ends one', () => {
  const at = (number: string) => `log/original/${number}.2026-11-28T12-00-00Z/`;
  const names = [
    `${at('000002')}000000000001-000000000005.00000000000000aa.ndjson.gz`,
    `${at('000002')}000000000007-000000000009.00000000000000aa.ndjson.gz`,
    `${at('000001')}000000000001-000000000003.00000000000000aa.ndjson.gz`,
    `${at('000001')}000000000001-000000000004.00000000000000aa.ndjson.gz`,
    'log/original/notes.txt',
  ];
  expect(generationsIn(names).map(({ number, end }) => [number, end])).toEqual([
    [1, 4],
    [2, 5],
  ]);
  expect(expiredIn(generationsIn(names), '2030')).toEqual([]);
});
