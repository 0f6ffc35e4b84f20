import { story } from '@tocsin/testing/stage/story.js';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineProgram } from '@tocsin/testing/stage/program.js';
import { webhookEvents } from '@tocsin/contracts/event-subscriptions/webhook-events.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { rootOf } from '@tocsin/platform/proof/root-of.js';
import { reenactFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
const name = 'Zerafina-Quillmarsh';

/** In a cluster the log is in EventStoreDB, which has tools of its own for this. */
const profile = 'embedded';

story('a backup', (chapter) => {
  const place = mkdtempSync(join(tmpdir(), 'tocsin-backup-'));
  const file = join(place, 'before.tar');
  const envFor = (data: string) => ({ ...process.env, TOCSIN_DATA: data, NODE_OPTIONS: '' });
  const runTocsin = (data: string, ...args: readonly string[]): string =>
    execFileSync(process.execPath, [commandLineProgram, ...args], { env: envFor(data), encoding: 'utf8' });
  const refused = (data: string, ...args: readonly string[]): string => {
    const { status, stderr } = spawnSync(process.execPath, [commandLineProgram, ...args], { env: envFor(data), encoding: 'utf8' });
    expect(status).toBe(1);
    return stderr;
  };
  /** The root over the first events of a log. */
  const rootAt = async (data: string, size: number): Promise<string> => {
    const log = SqliteEventLog.openReadOnly(join(data, 'log'));
    const { root } = await rootOf((after) => (after < size ? log.readAll({ after, limit: Math.min(500, size - after) }) : []));
    await log.close();
    return root;
  };
  const restoredServers: Tocsin[] = [];
  /** Starts a server on a restored folder; Ana is still signed in, for sessions are in the backup. */
  const start = async (data: string): Promise<{ server: Tocsin; ana: Client }> => {
    const server = await Tocsin.start({ data, profile });
    restoredServers.push(server);
    await server.settle();
    return { server, ana: new Client(server.url, stage.ana.api.token, stage.ana.personId) };
  };
  const masterKeyPath = () => join(stage.tocsin.data, 'vault', 'master.key');
  let stage: Stage;
  let zera: Player;
  let bo: Player;
  /** It hands off every hour. */
  let scheduleId: string;
  /** Receives events as an external ticket system. */
  let tickets: Phone;

  beforeAll(async () => {
    stage = await Stage.begin({ profile });
    zera = await stage.addPerson(name);
    bo = await stage.addPerson('Bo');
    const rotation = { anchor: await stage.settle(), turns: [zera, bo], length: { unit: 'hours', count: 1 } } as const;
    scheduleId = await createScheduleOn(stage, 'Primary', rotation);
    await stage.setPolicy([{ page: [zera] }, { page: [{ kind: 'schedule', scheduleId }] }]);
    tickets = await Phone.start();
    const kinds = ['opened', 'escalated', 'acknowledged', 'resolved'] as const;
    await stage.ana.api.run('CreateEventSubscription', { teamId: null, name: 'Tickets', address: tickets.url, kinds: [...kinds] });
    await stage.generic({ summary: 'The disk is full', key: 'disk' });
  });
  afterAll(async () => {
    for (const server of restoredServers) await server.stop();
    await stage.detach();
    await tickets.close();
    rmSync(place, { recursive: true, force: true });
  });

  chapter('is made beside a running server, with a manifest, and without the master key or anything readable', () => {
    expect(runTocsin(stage.tocsin.data, 'backup', file)).toMatch(/Backed up \d+ events.*\n.*master key is not in it/);
    const bytes = readFileSync(file);
    expect(bytes.includes('manifest.json')).toBe(true);
    expect(bytes.includes(readFileSync(masterKeyPath(), 'utf8').trim())).toBe(false);
    expect(bytes.includes(name)).toBe(false);
    expect(readdirSync(place)).toEqual(['before.tar']);
    expect(refused(stage.tocsin.data, 'backup', file)).toContain('is there already');
  });

  chapter('is refused where there is something, when it is damaged, of another format, or none', () => {
    expect(refused(stage.tocsin.data, 'restore', file)).toContain('is not empty, and a restore never overwrites anything');
    const data = join(place, 'refused');
    const damagedBackup = join(place, 'damaged.tar');
    const bytes = readFileSync(file);
    const at = bytes.indexOf('SQLite format 3') + 20_000;
    bytes[at] = bytes[at]! ^ 0xff;
    writeFileSync(damagedBackup, bytes);
    expect(refused(data, 'restore', damagedBackup)).toMatch(/The backup is damaged: .* is not what its manifest says/);
    const writeOfFormat = (format: number): string => {
      const other = join(place, `format-${format}.tar`);
      writeFileSync(other, Buffer.from(readFileSync(file, 'latin1').replace('"format": 4,', `"format": ${format},`), 'latin1'));
      return other;
    };
    expect(refused(data, 'restore', writeOfFormat(9))).toMatch(/of format 9; .*Use the newer version/);
    expect(refused(data, 'restore', writeOfFormat(3))).toMatch(/of format 3; .*nothing from before 0\.4 can be read/);
    writeFileSync(join(place, 'letter.tar'), 'Dear backup');
    expect(refused(data, 'restore', join(place, 'letter.tar'))).toMatch(/not a Tocsin backup|can’t be unpacked/);
    expect(refused(data, 'restore', join(place, 'nowhere.tar'))).toContain('There is no file');
    expect(existsSync(data)).toBe(false);
  });

  chapter('comes back held: it shows what it would send and sends nothing, until an owner lets it', async () => {
    const data = join(place, 'copy', 'data');
    const restoreOutput = runTocsin(data, 'restore', file, '--master-key', masterKeyPath());
    expect(restoreOutput).toMatch(/The store is paused/);
    expect(restoreOutput).toMatch(/WARNING: people who were erased after .* --vault .* or --erasures/);
    await stage.tocsin.stop();
    const ringsBefore = zera.phone.pages.length;
    const callsBefore = tickets.rings.length;
    const { server, ana } = await start(data);
    expect((await server.anonymous.request('GET', '/readyz')).body).toMatchObject({
      status: 'held',
      why: [expect.stringContaining('Go live here')],
    });
    expect(await ana.row('organisation', 'organisation')).toMatchObject({
      held: { since: expect.any(String), backupAt: expect.any(String) },
    });
    const { body: history } = await ana.request<{ events: readonly { ordinal: number; data: unknown }[] }>(
      'GET',
      '/api/events?type=StoreRestored',
    );
    const [restored] = history.events;
    // what the original recorded after the backup differs from what follows here
    expect(restored!.data).toMatchObject({ had: { size: restored!.ordinal - 1, root: await rootAt(data, restored!.ordinal - 1) } });
    await server.advance('PT3H');
    expect(zera.phone.pages).toHaveLength(ringsBefore);
    expect(bo.phone.pages).toEqual([]);
    expect(tickets.rings).toHaveLength(callsBefore);
    // on-call duty continues as before
    expect(await ana.list('onCallPeriods', `where.scheduleId=${scheduleId}`)).toHaveLength(4);
    const [group] = await ana.list('alertGroups');
    const ladder = await ana.row('ladders', group!.id);
    expect(JSON.stringify(ladder)).toContain('delivery.held');
    const zeraThere = new Client(server.url, zera.api.token, zera.personId);
    expect(await zeraThere.expectRefusal('GoLiveHere', {})).toMatchObject({ code: 'permission.denied' });
    const { body: before } = await ana.request<{ now: string }>('GET', '/api/health');
    await ana.run('GoLiveHere', {});
    expect(await ana.expectRefusal('GoLiveHere', {})).toMatchObject({ code: 'store.not_held' });
    await server.advance('PT3H');
    expect(zera.phone.pages.length).toBeGreaterThan(ringsBefore);
    // decisions made while the store was paused are never sent: people were notified by the store that this is a copy of
    const eventsSinceRestore = tickets.rings.slice(callsBefore).flatMap(({ body }) => webhookEvents.parse(JSON.parse(body)).events);
    expect(eventsSinceRestore.length).toBeGreaterThan(0);
    expect(eventsSinceRestore.filter(({ at }) => at < before.now)).toEqual([]);
    expect((await server.anonymous.request('GET', '/readyz')).body).toMatchObject({ status: 'ready' });
    await server.stop();
    const { differences, missing } = await reenactFolder(data);
    expect({ differences, missing }).toEqual({ differences: [], missing: [] });
  });

  const erasuresPath = () => join(stage.tocsin.data, 'vault', 'erasures.json');
  const isErased = async (data: string): Promise<void> => {
    const { server, ana } = await start(data);
    expect(await ana.row('people', zera.personId)).toMatchObject({ name: { erased: true }, state: 'erased' });
    await server.stop();
    expect(readFileSync(join(data, 'views', 'views.db')).includes(name)).toBe(false);
    const { differences, missing } = await reenactFolder(data);
    expect({ differences, missing }).toEqual({ differences: [], missing: [] });
  };

  chapter('is older than an erasure', async () => {
    await stage.restart();
    await stage.ana.api.run('DisablePerson', { personId: zera.personId, leaveGaps: true });
    await stage.ana.api.run('ErasePerson', { personId: zera.personId });
    await stage.settle();
    cpSync(masterKeyPath(), join(place, 'master.key'));
  });

  chapter('that is older erases again with the newest vault, before it serves', async () => {
    const data = join(place, 'by-vault', 'data');
    const vault = join(stage.tocsin.data, 'vault', 'vault.db');
    expect(runTocsin(data, 'restore', file, '--vault', vault, '--master-key', masterKeyPath())).not.toContain('WARNING');
    await isErased(data);
  });

  chapter('that is older erases again with the list of erasures, before it serves', async () => {
    const data = join(place, 'by-list', 'data');
    expect(runTocsin(data, 'restore', file, '--erasures', erasuresPath(), '--master-key', masterKeyPath())).not.toContain('WARNING');
    await isErased(data);
  });

  chapter('that is older is refused with a vault or a list of another log', async () => {
    const other = await Tocsin.start({ profile });
    await other.setUp();
    const vault = join(other.data, 'vault', 'vault.db');
    expect(refused(join(place, 'wrong'), 'restore', file, '--vault', vault)).toContain('belongs to another log');
    await other.end();
    const list = join(place, 'list.json');
    writeFileSync(list, JSON.stringify({ logId: 'another', subjects: [] }));
    expect(refused(join(place, 'wrong'), 'restore', file, '--erasures', list)).toContain('belongs to another log');
  });

  chapter('that is older says which of the files that it was given is not there, and puts nothing in place', () => {
    const data = join(place, 'lacking');
    const missingFolder = join(place, 'nowhere');
    for (const option of ['--vault', '--erasures', '--master-key']) {
      const refusalOutput = refused(data, 'restore', file, option, missingFolder);
      expect([option, refusalOutput]).toEqual([option, expect.stringMatching(`^There is no .*${missingFolder}`)]);
    }
    expect([existsSync(data), existsSync(`${data}.restoring`)]).toEqual([false, false]);
  });

  chapter(
    'that is older is let to send by the operator of the machine, who makes an owner too, when its only owner was erased since',
    async () => {
      const { tocsin: server, ana } = stage;
      await ana.api.run('ChangePersonRole', { personId: bo.personId, role: 'owner' });
      const boHere = await server.signIn('Bo');
      await boHere.run('DisablePerson', { personId: ana.personId, leaveGaps: true });
      await boHere.run('ErasePerson', { personId: ana.personId });
      await server.settle();
      const data = join(place, 'no-owner', 'data');
      runTocsin(data, 'restore', file, '--erasures', erasuresPath(), '--master-key', masterKeyPath());
      expect(refused(data, 'go-live')).toContain('No server runs on');
      const secondServer = (await start(data)).server;
      const boThere = new Client(secondServer.url, bo.api.token, bo.personId);
      expect(await boThere.row('people', ana.personId)).toMatchObject({ state: 'erased' });
      expect(await boThere.expectRefusal('GoLiveHere', {})).toMatchObject({ code: 'permission.denied' });
      expect((await boThere.request('POST', '/api/store/go-live')).status).toBe(401);
      expect((await boThere.request('POST', '/api/store/owner', { email: 'bo@example.org' })).status).toBe(401);
      expect(runTocsin(data, 'go-live')).toContain('Sending resumed');
      expect(refused(data, 'go-live')).toContain('Sending is not paused');
      expect((await secondServer.anonymous.request('GET', '/readyz')).body).toMatchObject({ status: 'ready' });
      expect(refused(data, 'make-owner', 'nobody@example.org')).toMatch(/no.* person|not.*found/i);
      expect(runTocsin(data, 'make-owner', 'Bo@Example.org')).toContain('is now an owner');
      await secondServer.settle();
      expect((await boThere.request('GET', '/api/session')).status).toBe(401);
      const asOwner = await secondServer.signIn('Bo');
      expect(await asOwner.row('people', bo.personId)).toMatchObject({ role: 'owner' });
      const goLiveEvent = (await asOwner.events('organisation')).find(({ type }) => type === 'StoreWentLive');
      expect(goLiveEvent!.meta.actor).toMatchObject({ kind: 'system', id: 'operator' });
      await secondServer.stop();
      const { differences, missing } = await reenactFolder(data);
      expect({ differences, missing }).toEqual({ differences: [], missing: [] });
    },
  );

  chapter('that is older holds nothing of the person when it is made after it', () => {
    const laterBackup = join(place, 'after.tar');
    runTocsin(stage.tocsin.data, 'backup', laterBackup);
    const bytes = readFileSync(laterBackup);
    expect(
      [name, Buffer.from(name, 'utf16le'), Buffer.from(name).toString('base64').slice(0, -4)].some((form) => bytes.includes(form)),
    ).toBe(false);
  });
});
