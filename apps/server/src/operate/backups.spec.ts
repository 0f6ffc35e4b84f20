import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { backupsKey } from '@tocsin/domain/setup/backups/views.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { ManualClock } from '@tocsin/platform/clock/clock.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { S3Store } from '@tocsin/testing/fakes/s3-store.js';
import { sampleLog, sampleLogId } from '@tocsin/testing/proof/sample-log.js';
import { Backups } from './backups.js';
import { restoreCommandOf } from './restore-command.js';

const start = '2026-11-28T12:00:00.000Z';
const minutes = (n: number): string => new Date(Date.parse(start) + n * 60_000).toISOString();
const events = sampleLog(60, () => null);

let dir: string;
let data: string;
let store: S3Store;
beforeAll(async () => (store = await S3Store.start()));
afterAll(() => store.close());
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'backups-'));
  data = join(dir, 'data');
  for (const room of ['vault', 'backups', 'side', 'log']) mkdirSync(join(data, room), { recursive: true });
  mkdirSync(join(dir, 'place'));
  const vault = openVault(join(data, 'vault'), Buffer.alloc(32, 7).toString('base64'));
  vault.belongTo(sampleLogId, true);
  vault.close();
  writeFileSync(join(data, 'tocsin.json'), '{}');
  store.objects.clear();
  store.judge = () => null;
});
afterEach(() => rmSync(dir, { recursive: true }));

interface ServerOptions {
  readonly environment?: string;
  readonly seal?: () => Promise<void>;
  readonly at?: string;
}

/** A server with a log of its own that grows, and settings that are changed as a fold changes them. */
const server = ({ environment, seal = () => Promise.resolve(), at = start }: ServerOptions = {}) => {
  const clock = new ManualClock(at);
  const troubles: string[] = [];
  const secrets = new Map([['backup-secret:1', store.credentials.secret]]);
  const rows = { backups: new Map<string, object>(), organisation: new Map<string, object>() };
  let [head, changed] = [20, (_view: string): void => {}];
  const parts = {
    clock,
    config: {
      hasOneThread: true,
      backup: environment === undefined ? null : { everyMinutes: 10, keepDays: 30, place: { address: environment } },
    },
    folder: { path: data, freeBytes: () => 2 ** 40, room: (name: string) => join(data, name) },
    log: {
      head: async () => ({ ordinal: head }),
      readAll: async ({ after }: { after: number }) => events.slice(after, Math.min(head, after + 25)),
      readBack: async () => [],
    },
    logKind: 'live',
    memory: { onChange: (call: typeof changed) => (changed = call) },
    reacting: { reactor: {} },
    reads: rows,
    reserve: null,
    tree: { keepUp: async () => ({}) },
    troubles: { note: (_: string, error: unknown) => troubles.push((error as Error).message) },
    vault: { logId: sampleLogId, secret: (ref: string) => secrets.get(ref) ?? null },
  };
  const backups = new Backups(parts as never, { seal });
  return {
    clock,
    troubles,
    backups,
    rows,
    changed: (view: string) => changed(view),
    grow: (by: number) => (head += by),
    settle: async () => {
      await pause(0);
      await backups.whenSettled;
    },
    moveTo: async (instant: string) => {
      for (let next = clock.nextAlarm(instant); next !== undefined && next <= instant; next = clock.nextAlarm(instant)) {
        clock.moveTo(next);
        await backups.whenSettled;
      }
      clock.moveTo(instant);
    },
    configure: (row: object | null) => {
      if (row) rows.backups.set(backupsKey, { keyId: null, secretRef: null, everyMinutes: 10, keepDays: 30, ...row });
      else rows.backups.delete(backupsKey);
      changed('backups');
    },
  };
};
const bucket = () => ({ address: store.address(), keyId: store.credentials.keyId, secretRef: 'backup-secret:1' });
const files = (): readonly string[] =>
  readdirSync(join(dir, 'place'), { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []));

it('says since when there is none while a run waits for ever, and a server that ends does not wait for it', async () => {
  const { clock, backups } = server({ environment: '/backups', seal: () => new Promise(() => {}) });
  jest.useFakeTimers();
  try {
    backups.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(backups.describe(true)).toEqual([]);
    clock.moveTo(minutes(30));
    expect(backups.describe(true)).toEqual([]);
    clock.moveTo(minutes(30.001));
    expect(backups.describe(true)).toEqual(['no backup since the start']);
    const stopped = backups.stop();
    await jest.advanceTimersByTimeAsync(5_000);
    await stopped;
  } finally {
    jest.useRealTimers();
  }
});

it('says why the last one failed, rather than since when, and tries again after ten minutes though it is due daily', async () => {
  const failures = ['no room', 'no disk'];
  const one = server({ seal: () => Promise.reject(new Error(failures.shift())) });
  one.rows.backups.set(backupsKey, { address: '/backups', keyId: null, secretRef: null, everyMinutes: 1_440, keepDays: 30 });
  one.backups.start();
  await one.settle();
  expect(one.backups.describe(true)).toEqual(['the last backup failed: no room']);
  expect(one.backups.describe(false)).toEqual(['the last backup failed: the place can’t be written.']);
  expect(one.backups.hidePlace({ where: 'backup', message: 's3://secret' }, false)).toBe('the place can’t be written.');
  await one.moveTo(minutes(10));
  expect(one.troubles).toEqual(['no room', 'no disk']);
  await one.backups.stop();
});

it('begins when a destination is set, follows it to another one, and ends when it is turned off', async () => {
  const one = server();
  one.backups.start();
  await one.settle();
  expect(one.backups.show()).toMatchObject({ destination: null, last: null, restore: null });
  one.configure({ address: join(dir, 'place') });
  await one.settle();
  expect(one.backups.show()).toMatchObject({ last: { head: 20, events: 20 }, failing: null, nextAt: minutes(10) });
  one.grow(5);
  one.configure(bucket());
  await one.settle();
  expect(one.backups.show()).toMatchObject({ last: { head: 25, events: 25, stored: { bases: [{ head: 25 }] } } });
  expect(files().filter((name) => name.includes('ndjson'))).toHaveLength(1);
  one.configure(null);
  await one.settle();
  const count = store.objects.size;
  one.grow(5);
  await one.moveTo(minutes(120));
  expect([store.objects.size, one.backups.healthFor(true), one.backups.describe(true)]).toEqual([count, null, []]);
  await one.backups.stop();
});

it('goes where the environment says, whatever the settings say', async () => {
  const one = server({ environment: join(dir, 'place') });
  one.rows.backups.set(backupsKey, { ...bucket(), everyMinutes: 60, keepDays: 1 });
  one.backups.start();
  await one.settle();
  expect([one.backups.show().setBy, store.objects.size, files().length]).toEqual(['TOCSIN_BACKUP', 0, 2]);
  await one.backups.stop();
});

it('knows the last one after a restart during which the bucket is away, and what is missing follows within ten minutes', async () => {
  const before = server();
  before.rows.backups.set(backupsKey, { ...bucket(), everyMinutes: 10, keepDays: 30 });
  before.backups.start();
  await before.settle();
  await before.backups.stop();
  store.judge = () => 'drop';
  const after = server({ at: minutes(60) });
  after.rows.backups.set(backupsKey, { ...bucket(), everyMinutes: 10, keepDays: 30 });
  after.grow(10);
  after.backups.start();
  await after.settle();
  expect(after.backups.healthFor(true)).toMatchObject({ last: { at: start, head: 20 }, failing: { since: minutes(60) } });
  await after.moveTo(minutes(115));
  store.judge = () => null;
  await after.moveTo(minutes(120));
  expect(after.backups.healthFor(true)).toMatchObject({ last: { at: minutes(120), head: 30 }, failing: null });
  await after.backups.stop();
});

it('is not made while a restored store is paused, also when somebody asks, and the original’s stays as it is', async () => {
  const one = server({ environment: join(dir, 'place') });
  one.rows.organisation.set(organisationKey, { held: { since: start, backupAt: start } });
  one.backups.start();
  await one.settle();
  await one.backups.run();
  expect([one.backups.show().held, files()]).toEqual(['restored', []]);
  one.rows.organisation.set(organisationKey, { held: null });
  one.changed('organisation');
  await one.settle();
  expect([one.backups.show().held, one.backups.show().last?.head]).toEqual([null, 20]);
  await one.backups.stop();
});

it('is remembered without any secret, and a damaged note of it is no error', async () => {
  const one = server();
  one.rows.backups.set(backupsKey, { ...bucket(), everyMinutes: 10, keepDays: 30 });
  one.backups.start();
  await one.settle();
  await one.backups.stop();
  const note = join(data, 'side', 'last-backup.json');
  expect(readFileSync(note, 'utf8')).not.toContain(store.credentials.secret);
  writeFileSync(note, '{"address":');
  const again = server({ at: '2026-11-28T11:00:00.000Z' });
  again.rows.backups.set(backupsKey, { ...bucket(), everyMinutes: 10, keepDays: 30 });
  again.backups.start();
  await again.settle();
  expect([again.backups.show().last?.head, again.backups.describe(true), existsSync(note)]).toEqual([20, [], true]);
  await again.backups.stop();
});

it('is restored by a command that a shell reads as it is written', () => {
  expect(restoreCommandOf({ address: "/mnt/it's here", keyId: undefined })).toBe(
    `TOCSIN_DATA=/new/folder tocsin restore '/mnt/it'\\''s here' --master-key master.key`,
  );
  expect(restoreCommandOf({ address: 's3://b?region=x&endpoint=http://h', keyId: 'AK' })).toBe(
    `TOCSIN_BACKUP_KEY_ID='AK' TOCSIN_BACKUP_SECRET=… TOCSIN_DATA=/new/folder tocsin restore 's3://b?region=x&endpoint=http://h' --master-key master.key`,
  );
});
