import { cpSync, openSync, readdirSync, readFileSync, statSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { foreignContract, type ForeignEvent } from '@tocsin/contracts/imported-history/events.js';
import { EventCodec } from '@tocsin/platform/codec/codec.js';
import { SqliteEventLog } from '@tocsin/platform/event-log/sqlite-event-log.js';
import { importedHistoryIn } from '@tocsin/platform/separate-log/imported-history-places.js';
import { KeysOfTwo, openSeparateVault, separateLogId, subjectOfSeparateLog } from '@tocsin/platform/separate-log/separate-log.js';
import { openVault } from '@tocsin/platform/vault/sqlite-vault.js';
import { recordedAt } from '@tocsin/testing/foreign/recorded.js';
import { closeRescues, rescueStage, token } from '@tocsin/moving-in/rescue/rescue.fixture.js';
import { importHistory } from './import-history.js';
import { verifyCommand } from '../verify.js';
import { ana, movedIn, removeFolders } from './moved-in.fixture.js';

const anasAccount = '0b64cb3d-404e-53dd-bc04-0f15ea479b86';

const names = ['ana.brandt', 'ana brandt', anasAccount];

const rescued = async (alerts = 3, system: Parameters<typeof rescueStage>[0] = 'opsgenie'): Promise<string> => {
  const stage = await rescueStage(system, { alerts });
  await stage.run({ args: ['--since', '2025-11-01'] });
  return stage.folder;
};

type Read = ForeignEvent & { readonly id: string; readonly stream: string };

/** The foreign log, decoded. */
const readAll = async (data: string): Promise<readonly Read[]> => {
  const places = importedHistoryIn(data);
  const main = openVault(join(data, 'vault'));
  const own = openSeparateVault(places, main, 'read')!;
  const log = SqliteEventLog.openReadOnly(places.log);
  const vault = new KeysOfTwo(main, own, (subject) => subject.startsWith('person:'));
  const codec = new EventCodec({ vault, contractOf: foreignContract, upcasters: {} });
  const events: Read[] = [];
  for (
    let after = 0, page = await log.readAll({ after, limit: 10_000 });
    page.length > 0;
    page = await log.readAll({ after, limit: 10_000 })
  ) {
    events.push(...page.map((event) => codec.decode(event) as unknown as Read));
    after = page.at(-1)!.ordinal;
  }
  await log.close();
  own.close();
  main.close();
  return events;
};

const bytesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')
    .toLowerCase();

describe('a rescued history', () => {
  afterEach(async () => {
    removeFolders();
    await closeRescues();
  });

  it('is read from the system itself: the same events, and no folder that still has a person', async () => {
    const { data, settings } = await movedIn();
    const { system } = await rescueStage('opsgenie', { alerts: 3 });
    const said: string[] = [];
    const outside = {
      say: (text: string) => void said.push(text),
      now: () => new Date(recordedAt),
      elapsed: () => 0,
      env: { TOCSIN_RESCUE_TOKEN: token },
      askHidden: () => Promise.resolve(null),
    } as never;
    const args = ['opsgenie', '--live', '--url', system.origin, '--since', '2025-11-01'];
    expect(await importHistory(args, settings, outside, { write: () => {} })).toBe(0);
    expect(said.slice(1, 4)).toEqual(['  Alerts: 3 listed, 3 read.', '  Acts: 3 read.', '  Pages: 3 read.']);
    const kept = (await readAll(data)).flatMap(({ data: facts }) => ('folder' in facts ? [facts.folder] : []));
    expect(new Set(kept)).toEqual(new Set(['']));
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`tocsin-live-${process.pid}-`))).toEqual([]);
    await expect(importHistory(['ops', '--live'], settings, outside, { write: () => {} })).rejects.toThrow('Usage');
  });

  it('of Opsgenie becomes marked events: what was read, by kind, and what can’t be known', async () => {
    const { data, settings, run } = await movedIn();
    const said = await run(settings, [await rescued()]);
    expect(said.slice(0, 5)).toEqual([
      expect.stringMatching(/^\d+ events from Opsgenie are in the imported history\. They page nobody/),
      '  Alerts: 3 listed, 3 read.',
      '  Acts: 3 read.',
      '  Pages: 3 read.',
      expect.stringMatching(/^ {2}On call: 0 read, \d+ refused\.$/),
    ]);
    const events = await readAll(data);
    const signal = events.find(({ type }) => type === 'ImportedSignal');
    expect(signal).toMatchObject({
      stream: 'imported-alert-opsgenie-00000000-0000-4000-8000-000000000000',
      data: {
        system: 'opsgenie',
        state: 1,
        at: '2025-11-01T00:00:00.000Z',
        recordedAt: '2026-11-28T12:00:00.000Z',
        urgency: 'high',
        isRaw: false,
      },
    });
    expect(events.find(({ type }) => type === 'ImportedAct')!.data).toMatchObject({
      act: 'acknowledged',
      by: { kind: 'person', id: ana.personId },
      words: { body: `Alert acknowledged by [{person:${ana.personId}}]` },
    });
  });

  it('imported again adds nothing; after a kill at any moment it goes on to the same events', async () => {
    const folder = await rescued(15);
    const [whole, killed] = [await movedIn(), await movedIn()];
    await whole.run(whole.settings, [folder]);
    for (const signs of [1, 12, 30]) await expect(killed.run(killed.settings, [folder], signs)).rejects.toThrow('killed');
    await killed.run(killed.settings, [folder]);
    const shown = async (data: string) =>
      (await readAll(data)).filter(({ type }) => type === 'ImportedSignal').map(({ id, stream, type }) => ({ id, stream, type }));
    expect((await shown(killed.data)).toSorted(byId)).toEqual((await shown(whole.data)).toSorted(byId));
    expect((await readAll(killed.data)).length).toBe((await readAll(whole.data)).length);
    expect((await killed.run(killed.settings, [folder]))[0]).toMatch(/^0 events/);
  });

  it('has nothing in clear that names a person or is a sentence, and what is under their key ends with it', async () => {
    const { data, settings, run } = await movedIn();
    await run(settings, [await rescued()]);
    const bytes = ['log/imported', 'vault/imported'].map((name) => bytesOf(join(data, name))).join('\n');
    expect(['ana.brandt', 'ana brandt', 'castillo', anasAccount, 'disk of db-1'].filter((text) => bytes.includes(text))).toEqual([]);
    const main = openVault(join(data, 'vault'));
    main.destroy(`person:${ana.personId}`);
    main.close();
    const text = JSON.stringify(await readAll(data)).toLowerCase();
    expect([...names, 'bo castillo'].filter((one) => text.includes(one))).toEqual(['bo castillo']);
    // a later import knows who the account was
    await run(settings, [await rescued(4)]);
    const after = JSON.stringify(await readAll(data)).toLowerCase();
    expect(names.filter((one) => after.includes(one))).toEqual([]);
  });

  it('keeps both states of what changed, and the newest counts', async () => {
    const { data, settings, run } = await movedIn();
    await run(settings, [await rescued()]);
    const stage = await rescueStage('opsgenie', {
      instead: (path) =>
        path === '/v2/alerts/00000000-0000-4000-8000-000000000001'
          ? {
              request: '',
              status: 200,
              body: { data: { id: '00000000-0000-4000-8000-000000000001', message: 'Another', createdAt: '2025-11-01T00:01:00Z' } },
            }
          : undefined,
    });
    await stage.run({ args: ['--since', '2025-11-01'] });
    await run(settings, [stage.folder]);
    const states = (await readAll(data)).filter(({ type, stream }) => type === 'ImportedSignal' && stream.endsWith('1'));
    expect(states).toMatchObject([
      { data: { state: 1, words: { title: 'Disk of db-1 is full' } } },
      { data: { state: 2, words: { title: 'Another' } } },
    ]);
  });

  it('of an alert with more texts than one append or one read takes is whole, and a repeat adds nothing', async () => {
    const { data, settings, run } = await movedIn();
    const note = (n: number) => ({
      note: `${n} ${'€'.repeat(59_000)}`,
      owner: 'System',
      createdAt: '2025-11-01T01:00:00Z',
      offset: `${n}`,
    });
    const notes = Array.from({ length: 20 }, (_, n) => note(n));
    const stage = await rescueStage('opsgenie', {
      alerts: 1,
      instead: (path) => (path.endsWith('/notes') ? { request: '', status: 200, body: { data: notes } } : undefined),
    });
    await stage.run({ args: ['--since', '2025-11-01'] });
    await run(settings, [stage.folder]);
    expect((await readAll(data)).filter(({ data: of }) => 'act' in of && of.act === 'noted')).toHaveLength(20);
    expect((await run(settings, [stage.folder]))[0]).toMatch(/^0 events/);
  });

  it('is in verify: a flipped byte is named', async () => {
    const { data, settings, run } = await movedIn();
    await run(settings, [await rescued()]);
    const said: string[] = [];
    const terminal = { write: (text: string) => void said.push(text) };
    expect(await verifyCommand([], settings, terminal)).toBe(0);
    expect(said.at(-1)).toMatch(/^Imported history: \d+ events, none missing/);
    const db = new Database(join(data, 'log', 'imported', 'log.db'));
    db.exec(`UPDATE events SET data = replace(data, '"state":1', '"state":7') WHERE ordinal = 12`);
    db.close();
    expect(await verifyCommand([], settings, terminal)).toBe(1);
    expect(said.at(-1)).toContain('Imported history: Event 12 is not as written.');
  });

  it.each(['pagerduty', 'oncall', 'goalert', 'jsm'] as const)('of %s is read, with what the system can’t tell', async (system) => {
    const { data, settings, run } = await movedIn();
    const stage = await rescueStage(system);
    await stage.run({ args: ['--since', '2026-10-01'] });
    const said = await run(settings, [stage.folder]);
    expect(said.slice(0, 5).some((line) => line.includes('unknown'))).toBe(['oncall', 'jsm'].includes(system));
    expect(JSON.stringify(await readAll(data)).includes('not_understood')).toBe(false);
  });

  it('can be deleted: then its copies can’t be read either', async () => {
    const { data, settings, run } = await movedIn();
    await run(settings, [await rescued()]);
    const backup = join(data, 'backups', 'mine', 'vault');
    cpSync(join(data, 'vault'), backup, { recursive: true });
    const subject = subjectOfSeparateLog(separateLogId(importedHistoryIn(data))!);
    const said = await run(settings, ['--delete']);
    expect(said[0]).toMatch(/^The imported history is deleted: its alerts, acts, pages and duty/);
    expect(readdirSync(join(data, 'log'))).not.toContain('imported');
    const copy = openVault(backup);
    expect(copy.keyUnlessDestroyed(subject)).toBeNull();
    copy.close();
    // for a backup that is elsewhere
    expect(JSON.parse(readFileSync(join(data, 'vault', 'erasures.json'), 'utf8'))).toMatchObject({ subjects: [subject] });
    await expect(run(settings, ['--delete'])).rejects.toThrow('There is no imported history.');
  });

  it('is imported anew where a restore has put back what was deleted: its key is gone', async () => {
    const { data, settings, run } = await movedIn();
    const folder = await rescued();
    await run(settings, [folder]);
    const whole = (await readAll(data)).length;
    for (const room of ['log', 'vault']) cpSync(join(data, room, 'imported'), join(data, `copy-${room}`), { recursive: true });
    await run(settings, ['--delete']);
    for (const room of ['log', 'vault']) cpSync(join(data, `copy-${room}`), join(data, room, 'imported'), { recursive: true });
    await run(settings, [folder]);
    expect(await readAll(data)).toHaveLength(whole);
  });

  it('of a folder in which a byte was flipped is not imported', async () => {
    const { settings, run } = await movedIn();
    const folder = await rescued();
    const file = openSync(join(folder, 'alerts.ndjson.gz'), 'r+');
    writeSync(file, 'x', 20);
    closeSync(file);
    await expect(run(settings, [folder])).rejects.toThrow('alerts.ndjson.gz is not what was written');
  });
});

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1);
