import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { S3Store } from '@tocsin/testing/fakes/s3-store.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

const name = 'Zerafina-Quillmarsh';
const views = ['alertGroups', 'people', 'policies', 'services', 'teams', 'integrations', 'schedules', 'silences'];

story('a backup that the server makes by itself', (chapter) => {
  const place = mkdtempSync(join(tmpdir(), 'tocsin-backups-'));
  const data = join(place, 'restored');
  let store: S3Store;
  let stage: Stage;
  let zera: Player;
  let bo: Player;
  let ordinal: number;
  let rows: Readonly<Record<string, unknown>>;

  const settings = (): Readonly<Record<string, string>> => ({
    TOCSIN_BACKUP: store.address(),
    TOCSIN_BACKUP_KEY_ID: store.credentials.keyId,
    TOCSIN_BACKUP_SECRET: store.credentials.secret,
  });
  const backupOf = async (client: Client): Promise<HealthAnswer['backup']> =>
    (await client.request<HealthAnswer>('GET', '/api/health')).body.backup;
  const rowsAt = async (client: Client, at: number): Promise<Readonly<Record<string, unknown>>> => {
    const found: Record<string, unknown> = {};
    for (const view of views) found[view] = (await client.request<{ rows: unknown }>('GET', `/api/views/${view}?at=${at}`)).body.rows;
    return found;
  };
  const restore = (folder: string, ...args: readonly string[]) =>
    runCommandLine(['restore', store.address(), '--master-key', join(stage.tocsin.data, 'vault', 'master.key'), ...args], {
      ...settings(),
      TOCSIN_PROFILE: '',
      TOCSIN_DATA: folder,
    });
  const everyByte = (text: string): boolean => [...store.objects.values()].some((bytes) => bytes.includes(text));

  beforeAll(async () => {
    store = await S3Store.start();
    stage = await Stage.begin({ env: settings() });
    zera = await stage.addPerson(name);
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [zera] }, { page: [bo] }]);
    await stage.generic({ summary: 'The disk is full', key: 'disk' });
    await stage.settle();
  });
  afterAll(async () => {
    await stage.detach();
    await store.close();
    rmSync(place, { recursive: true, force: true });
  });

  chapter('has everything ten minutes later, and Health says since when', async () => {
    await stage.tocsin.advance('PT10M');
    const backup = await backupOf(stage.ana.api);
    expect(backup).toMatchObject({ address: 's3://backups/tocsin', everyMinutes: 10, failing: null, last: { head: expect.any(Number) } });
    ordinal = backup!.last!.head;
    rows = await rowsAt(stage.ana.api, ordinal);
    expect(JSON.stringify(rows.alertGroups)).toContain('The disk is full');
    for (const view of views) expect({ [view]: rows[view] }).toEqual({ [view]: expect.any(Array) });
    expect(everyByte(readFileSync(join(stage.tocsin.data, 'vault', 'master.key'), 'utf8').trim())).toBe(false);
  });

  chapter('is not made anew while nothing happens, and has what comes after', async () => {
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup(1)).id });
    await stage.tocsin.advance('PT1H');
    const count = store.objects.size;
    await stage.tocsin.advance('PT20M');
    expect(store.objects.size).toBe(count);
    await stage.generic({ summary: 'The network is slow', key: 'net' });
    await stage.settle();
    await stage.tocsin.advance('PT10M');
    expect((await backupOf(stage.ana.api))!.last!.head).toBeGreaterThan(ordinal);
  });

  chapter('that fails is red in Health until it works again', async () => {
    store.judge = (request) => (request.startsWith('PUT') ? { status: 507, code: 'QuotaExceeded' } : null);
    await stage.generic({ summary: 'The CPU is hot', key: 'cpu' });
    await stage.settle();
    await stage.tocsin.advance('PT10M');
    const { body } = await stage.ana.api.request<HealthAnswer>('GET', '/api/health');
    expect(body.why.join()).toMatch(/the last backup failed: s3:\/\/backups\/tocsin\/.*507/);
    const { body: asBo } = await bo.api.request<HealthAnswer>('GET', '/api/health');
    expect([asBo.ok, asBo.backup!.address, asBo.why.join()]).toEqual([false, '', expect.not.stringContaining('s3://')]);
    store.judge = () => null;
    await stage.tocsin.advance('PT10M');
    expect(await backupOf(stage.ana.api)).toMatchObject({ failing: null });
  });

  chapter('is older than an erasure, and knows the person no more after the next run', async () => {
    await stage.ana.signInAgain('Ana');
    await stage.ana.api.run('DisablePerson', { personId: zera.personId, leaveGaps: true });
    await stage.ana.api.run('ErasePerson', { personId: zera.personId });
    await stage.settle();
    await stage.tocsin.advance('PT10M');
    expect(await backupOf(stage.ana.api)).toMatchObject({ failing: null });
    expect([...store.objects.keys()].filter((key) => key.includes('/keys/'))).toHaveLength(1);
  });

  chapter('comes back as of an ordinal, held: every list is as it was then, nobody is paged, the erased person stays erased', async () => {
    const rings = [zera.phone.pages.length, bo.phone.pages.length];
    const { code, output } = await restore(data, '--to', String(ordinal));
    expect([code, output]).toEqual([0, expect.stringMatching(new RegExp(`Restored ${ordinal} events.*\n.*The store is paused`))]);
    await stage.tocsin.stop();
    const server = await Tocsin.start({ data, profile: 'embedded' });
    try {
      const ana = await server.signIn('Ana');
      const { body } = await ana.request<{ events: readonly { ordinal: number; data: unknown }[] }>(
        'GET',
        '/api/events?type=StoreRestored',
      );
      expect(body.events).toMatchObject([{ ordinal: ordinal + 1, data: { had: { size: ordinal } } }]);
      const there = await rowsAt(ana, ordinal);
      const erased = JSON.parse(JSON.stringify(rows, (_, value: unknown) => (value === name ? { erased: true } : value))) as typeof rows;
      for (const view of views.filter((one) => one !== 'people')) expect({ [view]: there[view] }).toEqual({ [view]: erased[view] });
      expect(JSON.stringify(there)).not.toContain(name);
      await server.advance('PT3H');
      expect([zera.phone.pages.length, bo.phone.pages.length]).toEqual(rings);
      expect(await backupOf(ana)).toBeNull();
    } finally {
      await server.stop();
    }
  });

  chapter('with a flipped byte is refused by its file and the event, and leaves nothing behind', async () => {
    const folder = join(place, 'damaged');
    const [key, bytes] = [...store.objects].findLast(([one]) => one.endsWith('.ndjson.gz'))!;
    const flipped = Buffer.from(bytes);
    const at = Math.floor(bytes.length / 2);
    flipped[at] = flipped[at]! ^ 1;
    store.objects.set(key, flipped);
    const { code, output } = await restore(folder);
    expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`${key.split('/').at(-1)} is damaged: .*event \\d+`))]);
    expect([existsSync(folder), existsSync(`${folder}.restoring`)]).toEqual([false, false]);
    store.objects.set(key, bytes);
  });

  chapter('to a folder is made by a cron job, too', async () => {
    const folder = join(place, 'folder');
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.txt'), 'ours');
    const { code, output } = await runCommandLine(['backup', folder], { TOCSIN_DATA: data });
    expect([code, output]).toEqual([0, expect.stringMatching(/Added \d+ events/)]);
    expect((await runCommandLine(['backup', folder], { TOCSIN_DATA: data })).output).toContain('Added 0 events');
    expect(readdirSync(folder)).toContain('notes.txt');
    const verified = await runCommandLine(['verify', folder], { TOCSIN_DATA: data });
    expect([verified.code, verified.output]).toEqual([0, expect.stringMatching(/events, none missing, .* are as sealed/)]);
  });
});
