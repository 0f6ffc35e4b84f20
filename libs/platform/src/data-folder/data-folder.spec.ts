import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DataFolderInUse, DataFolderRefused } from './data-folder-refused.js';
import { openDataFolder, requireClock, type DataFolder, type OpenFolderOptions } from './data-folder.js';
import { requireFormat } from './folder-label.js';
import { FolderLock } from './folder-lock.js';

const now = '2026-11-21T03:12:00.000Z';

describe('the data folder', () => {
  let parent: string;
  let path: string;
  const openHandles: DataFolder[] = [];
  const open = (opening: Partial<OpenFolderOptions> = {}): DataFolder => {
    const folder = openDataFolder(path, { program: '0.1.0', now, ...opening });
    openHandles.push(folder);
    return folder;
  };
  const openAndClose = async (opening: Partial<OpenFolderOptions> = {}): Promise<DataFolder> => {
    const folder = open(opening);
    await folder.close();
    return folder;
  };
  const label = (): object => JSON.parse(readFileSync(join(path, 'tocsin.json'), 'utf8')) as object;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'data-'));
    path = join(parent, 'data');
  });
  afterEach(async () => {
    await Promise.all(openHandles.splice(0).map((folder) => folder.close()));
    rmSync(parent, { recursive: true });
  });

  it('is made with its rooms, for its owner alone, and signed', () => {
    const folder = open();
    for (const room of ['log', 'vault', 'side', 'views', 'backups'] as const) {
      expect(statSync(folder.room(room)).mode & 0o777).toBe(0o700);
    }
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(label()).toEqual({ format: 4, programVersion: '0.1.0', logKind: 'live' });
    expect(folder.backup).toBeNull();
  });

  it('keeps the id of its node over a restart', async () => {
    const { nodeId } = await openAndClose();
    expect(nodeId).toMatch(/^[0-9a-f-]{36}$/);
    expect(open().nodeId).toBe(nodeId);
  });

  it('remembers the last sign of life', async () => {
    const folder = open();
    expect(folder.lastAlive()).toBeNull();
    await Promise.all([folder.signOfLife('2026-11-21T03:12:05.000Z'), folder.signOfLife('2026-11-21T03:12:10.000Z')]);
    await folder.close();
    const reopened = open();
    expect(reopened.lastAlive()).toBe('2026-11-21T03:12:10.000Z');
    expect(reopened.nodeId).toBe(folder.nodeId);
  });

  it('gives itself a new id when the old one is torn', async () => {
    const { nodeId } = await openAndClose();
    writeFileSync(join(path, 'node.json'), '{"id":"019');
    expect(open().nodeId).not.toBe(nodeId);
  });

  it('knows how much room is left', () => {
    expect(open().freeBytes()).toBeGreaterThan(0);
  });

  it('is not made where nothing can be written, and says why', () => {
    writeFileSync(join(parent, 'file'), '');
    path = join(parent, 'file', 'data');
    expect(() => open()).toThrow(DataFolderRefused);
    expect(() => open()).toThrow(/can’t be written: a part of the path is a file\. Make it writable, or choose another one\./);
    path = join(parent, 'file');
    expect(() => open()).toThrow(/there is a file of that name/);
  });

  it('leaves a folder with somebody else’s files alone', () => {
    mkdirSync(path);
    writeFileSync(join(path, 'thesis.tex'), '');
    expect(() => open()).toThrow(/is not a Tocsin data folder: it contains “thesis\.tex”/);
    expect(readdirSync(path)).toEqual(['thesis.tex']);
  });

  it('takes an empty disk with what its file system puts on it', () => {
    mkdirSync(join(path, 'lost+found'), { recursive: true });
    expect(() => open()).not.toThrow();
  });

  it('of a newer format is refused, and not touched', async () => {
    await openAndClose();
    writeFileSync(join(path, 'tocsin.json'), JSON.stringify({ format: 9, programVersion: '9.0.0', logKind: 'live' }));
    expect(() => open()).toThrow(/was written by Tocsin 9\.0\.0 in format 9; this is Tocsin 0\.1\.0, which reads up to format 4/);
    expect(label()).toMatchObject({ programVersion: '9.0.0' });
  });

  it.each([
    [1, '0.1.0'],
    [2, '0.2.0'],
    [3, '0.3.0'],
  ])('of format %d is refused, and not touched: nothing from before 0.4 can be read', async (format, programVersion) => {
    await openAndClose();
    writeFileSync(join(path, 'log', 'log.db'), 'facts');
    writeFileSync(join(path, 'tocsin.json'), JSON.stringify({ format, programVersion, logKind: 'live' }));
    const readFiles = () =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'lock.db')
        .map(({ parentPath, name }) => [parentPath, name, readFileSync(join(parentPath, name), 'utf8')]);
    const before = readFiles();
    expect(() => open({ program: '0.4.0' })).toThrow(
      `was written by Tocsin ${programVersion} in format ${format}; this is Tocsin 0.4.0, which reads formats from 4: nothing from before 0.4 can be read`,
    );
    expect(readFiles()).toEqual(before);
  });

  it.each([
    '{"format":',
    '',
    '\0\0\0',
    '[]',
    'null',
    '{"format":"1","programVersion":"0.1.0","logKind":"live"}',
    '{"format":1,"programVersion":1,"logKind":"live"}',
    '{"format":1,"programVersion":"0.1.0","logKind":"other"}',
  ])('with the label %j is refused', async (text) => {
    await openAndClose();
    writeFileSync(join(path, 'tocsin.json'), text);
    expect(() => open()).toThrow(/tocsin\.json can’t be read/);
  });

  it.each(['{"id":""}', '{"id":"../x"}', '{"id":7}', '', '\0\0'])('whose node file says %j gets a new id', async (text) => {
    await openAndClose();
    writeFileSync(join(path, 'node.json'), text);
    expect(open().nodeId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('that was last alive at no instant was never alive, as far as it is known', async () => {
    const { nodeId } = await openAndClose();
    writeFileSync(join(path, 'node.json'), JSON.stringify({ id: nodeId, lastAlive: 'yesterday' }));
    const folder = open();
    expect([folder.nodeId, folder.lastAlive()]).toEqual([nodeId, null]);
  });

  it('of another kind is refused', async () => {
    await openAndClose({ logKind: 'demo' });
    expect(() => open({ logKind: 'live' })).toThrow(/holds a log of kind “demo”, not “live”/);
    expect(() => open()).not.toThrow();
  });

  describe('when another version wrote it last', () => {
    it('copies log, vault and side before it signs', async () => {
      await openAndClose();
      const log = new Database(join(path, 'log', 'log.db'));
      log.exec('PRAGMA journal_mode = WAL; CREATE TABLE facts (fact TEXT); INSERT INTO facts VALUES (1), (2)');
      log.close();
      writeFileSync(join(path, 'vault', 'master.key'), 'key', { mode: 0o600 });
      writeFileSync(join(path, 'views', 'views.db'), 'derived');

      const { backup } = await openAndClose({ program: '0.2.0' });

      expect(backup).toBe(join(path, 'backups', '2026-11-21T03-12-00.000Z-before-0.2.0'));
      const copy = new Database(join(backup!, 'log', 'log.db'), { readonly: true });
      expect(copy.prepare('SELECT count(*) FROM facts').pluck().get()).toBe(2);
      copy.close();
      expect(statSync(join(backup!, 'vault', 'master.key')).mode & 0o777).toBe(0o600);
      expect(readdirSync(backup!).toSorted()).toEqual(['log', 'node.json', 'tocsin.json', 'vault']);
      expect(readFileSync(join(backup!, 'tocsin.json'), 'utf8')).toContain('0.1.0');
      expect(label()).toMatchObject({ programVersion: '0.2.0' });
    });

    it('copies what a crash left in the write-ahead log', async () => {
      await openAndClose();
      const log = new Database(join(path, 'log', 'log.db'));
      log.exec('PRAGMA journal_mode = WAL; CREATE TABLE facts (fact TEXT); INSERT INTO facts VALUES (1), (2)');
      const { backup } = await openAndClose({ program: '0.2.0' });
      log.close();
      const copy = new Database(join(backup!, 'log', 'log.db'));
      expect(copy.prepare('SELECT count(*) FROM facts').pluck().get()).toBe(2);
      copy.close();
    });

    it('keeps the three newest copies, and what the operator put beside them', async () => {
      await openAndClose();
      mkdirSync(join(path, 'backups', 'mine'));
      mkdirSync(join(path, 'backups', '2026-01-01T00-00-00.000Z-before-0.1.1.partial'));
      for (const minor of [2, 3, 4, 5]) await openAndClose({ program: `0.${minor}.0`, now: `2026-11-2${minor}T00:00:00.000Z` });
      expect(readdirSync(join(path, 'backups')).toSorted()).toEqual([
        '2026-11-23T00-00-00.000Z-before-0.3.0',
        '2026-11-24T00-00-00.000Z-before-0.4.0',
        '2026-11-25T00-00-00.000Z-before-0.5.0',
        'mine',
      ]);
    });

    it('copies a folder that was put together by hand too', async () => {
      mkdirSync(join(path, 'log'), { recursive: true });
      writeFileSync(join(path, 'log', 'log.db'), '');
      expect((await openAndClose()).backup).not.toBeNull();
      expect((await openAndClose()).backup).toBeNull();
    });
  });

  describe('its lock', () => {
    /** Another process that holds the lock in the same way as the server. */
    const holder = async (): Promise<ChildProcess> => {
      const program = `
        const db = new (require(${JSON.stringify(createRequire(join(process.cwd(), 'x.js')).resolve('better-sqlite3'))}))(process.argv[1] + '/lock.db');
        db.exec('BEGIN EXCLUSIVE');
        require('node:fs').writeFileSync(process.argv[1] + '/lock', JSON.stringify({ pid: process.pid, startedAt: '${now}' }));
        console.log('held');
        process.stdin.resume();
      `;
      const child = spawn(process.execPath, ['-e', program, path], { stdio: ['pipe', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      return child;
    };

    it('lets one in at a time, in one process too', async () => {
      const first = open();
      expect(() => open()).toThrow(`is in use by process ${process.pid}, started ${now}. Stop that process first`);
      await first.close();
      expect(existsSync(join(path, 'lock'))).toBe(false);
      expect(() => open()).not.toThrow();
    });

    it('names the process that has it, and is free when that one is killed', async () => {
      await openAndClose();
      const child = await holder();
      expect(() => open()).toThrow(DataFolderRefused);
      expect(() => open()).toThrow(`process ${child.pid}`);
      const whenExited = once(child, 'exit');
      child.kill('SIGKILL');
      await whenExited;
      expect(existsSync(join(path, 'lock'))).toBe(true);
      expect(() => open()).not.toThrow();
      expect(readFileSync(join(path, 'lock'), 'utf8')).toContain(String(process.pid));
    });

    it('says who has it to whoever only asks, and takes it from nobody', async () => {
      const folder = open();
      expect(FolderLock.readHolder(path)).toBe(`process ${process.pid}, started ${now}`);
      expect(() => open()).toThrow(DataFolderInUse);
      await folder.close();
      expect(FolderLock.readHolder(path)).toBeNull();
      expect(() => open()).not.toThrow();
    });

    it('is not kept by a start that was refused', async () => {
      await openAndClose({ logKind: 'demo' });
      expect(() => open({ logKind: 'live' })).toThrow();
      expect(() => open()).not.toThrow();
    });
  });
});

describe('the format of a log', () => {
  it('is one that this program reads: neither a newer one, nor one from before 0.4', () => {
    expect(() => requireFormat(4, '0.4.0')).not.toThrow();
    expect(() => requireFormat(5, '0.4.0')).toThrow(
      /created in format 5; this is Tocsin 0\.4\.0, which reads up to format 4\. Use the newer version/,
    );
    expect(() => requireFormat(3, '0.4.0')).toThrow(/created in format 3; .*nothing from before 0\.4 can be read/);
  });
});

describe('the clock of a log', () => {
  it('is its clock for ever', () => {
    expect(() => requireClock('system', 'system')).not.toThrow();
    expect(() => requireClock('manual', 'manual')).not.toThrow();
    expect(() => requireClock('manual', 'system')).toThrow(/created with the manual clock.*Start with TOCSIN_CLOCK=manual/);
    expect(() => requireClock('system', 'manual')).toThrow(DataFolderRefused);
  });
});
