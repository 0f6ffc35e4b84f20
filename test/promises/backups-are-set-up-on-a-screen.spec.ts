// promises: full, it starts a server; the short run has operate/backups.spec.ts and backup/try-place.spec.ts
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupsShown, DestinationTestResult } from '@tocsin/contracts/backups/noun.js';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { S3Store } from '@tocsin/testing/fakes/s3-store.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

const path = '/api/settings/backups';
const schedule = { everyMinutes: 10, keepDays: 30 };

story('backups that are set up on a screen', (chapter) => {
  const dir = mkdtempSync(join(tmpdir(), 'tocsin-backups-'));
  const folder = join(dir, 'place');
  let store: S3Store;
  let stage: Stage;
  let bo: Player;

  const shown = async (): Promise<BackupsShown> => (await stage.ana.api.request<BackupsShown>('GET', path)).body;
  const test = (destination: object | null) => stage.ana.api.request<DestinationTestResult>('POST', `${path}/test`, { destination });
  const bucket = () => ({ address: store.address(), keyId: store.credentials.keyId });

  beforeAll(async () => {
    mkdirSync(folder);
    store = await S3Store.start();
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
  });
  afterAll(async () => {
    await store.close();
    await stage.detach();
  });

  chapter('are none at first, and none are made on demand', async () => {
    expect(await shown()).toMatchObject({ destination: null, setBy: null, held: null, last: null });
    expect(await stage.ana.api.request('POST', `${path}/run`)).toMatchObject({ status: 409, body: { code: 'backups.not_set_up' } });
    expect(await test(null)).toMatchObject({ status: 409, body: { code: 'backups.not_set_up' } });
  });

  chapter('are tested as they were typed, and leave nothing behind', async () => {
    expect((await test({ address: folder, keyId: null })).body).toEqual({ ok: true, step: null, why: null });
    expect((await test({ address: join(dir, 'none'), keyId: null })).body).toMatchObject({ ok: false, step: 'list' });
    expect((await test({ ...bucket(), secret: store.credentials.secret })).body).toMatchObject({ ok: true });
    expect((await test({ ...bucket(), secret: 'another' })).body).toMatchObject({
      ok: false,
      step: 'list',
      why: expect.stringContaining('403'),
    });
    expect(await test(bucket())).toMatchObject({ status: 422, body: { code: 'backups.secret_missing' } });
    expect(await test({ address: stage.tocsin.data, keyId: null })).toMatchObject({ status: 422, body: { code: 'backups.inside_data' } });
    expect(await test({ address: '/', keyId: null })).toMatchObject({ status: 422, body: { code: 'backups.inside_data' } });
    expect([readdirSync(folder), store.objects.size, await shown()]).toEqual([[], 0, expect.objectContaining({ destination: null })]);
  });

  chapter('are for owners and admins alone, and the history shows others no address', async () => {
    for (const [method, route, body] of [
      ['GET', path, undefined],
      ['POST', `${path}/run`, undefined],
      ['POST', `${path}/test`, { destination: null }],
      ['POST', '/api/commands/ConfigureBackups', { address: folder, keyId: null, ...schedule }],
      ['POST', '/api/commands/TurnOffBackups', {}],
    ] as const)
      expect(await bo.api.request(method, route, body)).toMatchObject({ status: 403 });
    await stage.ana.api.run('ConfigureBackups', { ...bucket(), secret: store.credentials.secret, ...schedule });
    expect(await stage.ana.api.events('backups')).toMatchObject([{ data: { address: store.address(), secretRef: '' } }]);
    expect(await bo.api.events('backups')).toMatchObject([{ data: { address: '', keyId: null, secretRef: '' } }]);
  });

  chapter('are made at once, then regularly, and when somebody asks', async () => {
    await stage.tocsin.advance('PT1S');
    const first = await shown();
    expect(first).toMatchObject({
      destination: { ...bucket(), ...schedule },
      failing: null,
      last: { head: expect.any(Number), stored: { bases: [{ head: first.last!.head }] } },
      restore: expect.stringContaining(`tocsin restore '${store.address()}'`),
    });
    expect(JSON.stringify(first)).not.toContain(store.credentials.secret);
    await stage.generic({ summary: 'The disk is full', key: 'disk' });
    await stage.settle();
    expect(await stage.ana.api.request('POST', `${path}/run`)).toMatchObject({ status: 202 });
    await stage.tocsin.advance('PT1S');
    expect((await shown()).last!.head).toBeGreaterThan(first.last!.head);
    const { body } = await stage.ana.api.request<HealthAnswer>('GET', '/api/health');
    expect(body.backup).toMatchObject({ address: 's3://backups/tocsin', failing: null, last: { head: (await shown()).last!.head } });
  });

  chapter('keep their secret for the same bucket and key alone', async () => {
    await stage.ana.api.run('ConfigureBackups', { ...bucket(), ...schedule, everyMinutes: 20 });
    expect((await test(bucket())).body).toMatchObject({ ok: true });
    for (const change of [{ keyId: 'OTHER' }, { address: store.address('elsewhere') }])
      expect(await stage.ana.api.expectRefusal('ConfigureBackups', { ...bucket(), ...schedule, ...change })).toMatchObject({
        status: 422,
        code: 'backups.secret_missing',
      });
  });

  chapter('that fail for an hour are red for an hour, and complete after it', async () => {
    store.judge = () => 'drop';
    await stage.generic({ summary: 'The network is slow', key: 'net' });
    await stage.settle();
    await stage.tocsin.advance('PT1H');
    const { failing, last } = await shown();
    expect([failing?.why, last]).toEqual([expect.stringContaining('s3://backups/tocsin/'), expect.anything()]);
    const asBo = (await bo.api.request<HealthAnswer>('GET', '/api/health')).body;
    expect([asBo.ok, JSON.stringify(asBo)]).toEqual([false, expect.not.stringContaining('s3://')]);
    store.judge = () => null;
    await stage.tocsin.advance('PT10M');
    const now = await shown();
    expect([now.failing, now.last!.head > last!.head]).toEqual([null, true]);
  });

  chapter('come back as a store that makes none until it goes live, and then beside the original’s', async () => {
    const data = join(dir, 'restored');
    const keys = { TOCSIN_BACKUP_KEY_ID: store.credentials.keyId, TOCSIN_BACKUP_SECRET: store.credentials.secret };
    const masterKey = join(stage.tocsin.data, 'vault', 'master.key');
    const { code } = await runCommandLine(['restore', store.address(), '--master-key', masterKey], { TOCSIN_DATA: data, ...keys });
    expect(code).toBe(0);
    await stage.tocsin.stop();
    const originals = new Map(store.objects);
    const server = await Tocsin.start({ data, profile: 'embedded' });
    try {
      const ana = await server.signIn('Ana');
      await server.advance('PT3H');
      expect((await ana.request<BackupsShown>('GET', path)).body).toMatchObject({ held: 'restored', destination: bucket(), last: null });
      expect(await ana.request('POST', `${path}/run`)).toMatchObject({ status: 409, body: { code: 'store.held' } });
      expect(store.objects).toEqual(originals);
      await ana.run('GoLiveHere', {});
      await server.advance('PT20M');
      expect((await ana.request<BackupsShown>('GET', path)).body).toMatchObject({
        held: null,
        failing: null,
        last: { head: expect.any(Number) },
      });
      for (const [name, bytes] of originals) expect([name, store.objects.get(name)]).toEqual([name, bytes]);
      expect([...store.objects.keys()].some((name) => name.includes('/restored-'))).toBe(true);
      await ana.prove();
      await ana.run('TurnOffBackups', {});
      expect((await ana.request<BackupsShown>('GET', path)).body).toMatchObject({ destination: null, restore: null });
    } finally {
      await server.stop();
    }
  });
});
