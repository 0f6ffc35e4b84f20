import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

jest.setTimeout(180_000);

let parent: string;
let original: string;
let data: string;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'tocsin-'));
  original = join(parent, 'original');
  const stage = await Stage.begin({ data: original, profile: 'embedded' });
  await stage.pagerduty('trigger', 'db-1/disk', 'The disk of db-1 is full');
  await stage.tocsin.stop();
  await stage.ana.phone.close();
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));
beforeEach(() => {
  data = join(parent, 'data');
  rmSync(data, { recursive: true, force: true });
  cpSync(original, data, { recursive: true });
});

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => runCommandLine(args, { TOCSIN_DATA: data, ...env });
const inLog = <T>(work: (log: Database.Database) => T, name = 'log.db'): T => {
  const log = new Database(join(data, 'log', name));
  try {
    return work(log);
  } finally {
    log.close();
  }
};
const factsOf = (type: string): readonly Record<string, string>[] =>
  inLog((log) =>
    log
      .prepare<[string], string>('SELECT data FROM events WHERE type_id = (SELECT id FROM types WHERE name = ?) ORDER BY ordinal')
      .pluck()
      .all(type)
      .map((text) => JSON.parse(text) as Record<string, string>),
  );
const rootAt = (size: number): string => {
  const stored = StoredTree.read(join(data, 'log'));
  try {
    return stored.treeAt(size).root().toString('hex');
  } finally {
    stored.close();
  }
};
const sealedSize = (): number => Number(factsOf('LogSealed').at(-1)!['note']!.split('\n')[1]);
const keyOf = (): string => factsOf('SealingKeyIntroduced').at(-1)!['publicKey']!;

describe('tocsin verify', () => {
  it('says that a log, sealed when its server stopped, is as it was sealed, by which key', async () => {
    const { code, output } = await run(['verify']);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/events, none missing, \d+ compared with their own hashes\. The first \d+ are as sealed by a key/),
    ]);
    expect(await run(['verify', '--key', keyOf(), '--anchor', `${sealedSize()}:${rootAt(sealedSize())}`])).toMatchObject({ code: 0 });
    expect(await run(['verify', '--key', '0'.repeat(64)])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/not by the given key/),
    });
  });

  it('names the event that was changed, and without its hash the seals between which it is', async () => {
    inLog((log) => log.exec("UPDATE events SET data = replace(data, 'The disk', 'No disk') WHERE instr(data, 'The disk') > 0"));
    expect(await run(['verify'])).toMatchObject({ code: 1, output: expect.stringMatching(/^Event \d+ is not as written\./m) });
    for (const end of ['', '-wal', '-shm']) rmSync(join(data, 'log', `tree.db${end}`), { force: true });
    expect(await run(['verify'])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Of the events 1 to \d+ one was changed: the log was as sealed up to 0\./m),
    });
  });

  it('finds a log that was cut back to an older seal by an anchor', async () => {
    const anchor = `${sealedSize()}:${rootAt(sealedSize())}`;
    inLog((log) => log.exec('DELETE FROM events WHERE ordinal > 20'));
    rmSync(join(data, 'log', 'tree.db'));
    expect(await run(['verify', '--anchor', anchor])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/are not those of the anchor/),
    });
  });

  it('checks a backup, whose restored copy has the same root and never the same key', async () => {
    const [size, root, key] = [sealedSize(), rootAt(sealedSize()), keyOf()];
    const file = join(parent, 'backup.tar');
    expect(await run(['backup', file])).toMatchObject({ code: 0 });
    expect(await run(['verify', file, '--key', key])).toMatchObject({ code: 0 });
    const masterKey = join(data, 'vault', 'master.key');
    data = join(parent, 'restored');
    expect(await run(['restore', file, '--master-key', masterKey])).toMatchObject({ code: 0 });
    const server = await Tocsin.start({ data, profile: 'embedded', isStarted: true });
    await server.stop();
    expect(await run(['verify', '--anchor', `${size}:${root}`])).toMatchObject({ code: 0 });
    expect(keyOf()).not.toBe(key);
    expect(rootAt(size)).toBe(root);
  });
});

describe('tocsin proof', () => {
  it('writes what a stranger can check, whole or in part, and hides what was redacted', async () => {
    const [whole, part] = [join(parent, 'whole.ndjson'), join(parent, 'part.ndjson')];
    for (const file of [whole, part]) rmSync(file, { force: true });
    const ordinal = inLog((log) => log.prepare("SELECT ordinal FROM events WHERE instr(data, 'The disk') > 0").pluck().get() as number);
    expect(await run(['proof', whole])).toMatchObject({ code: 0 });
    expect(readFileSync(whole, 'utf8')).toContain('The disk of db-1');
    expect(await run(['verify', whole, '--key', keyOf()])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/, 0 hidden\. Consistent, and sealed by the given key/),
    });
    // what is redacted later is hidden from then on; here the fact is written by hand
    inLog((log) => {
      log.exec("INSERT OR IGNORE INTO types (name) VALUES ('TextRedacted'); INSERT OR IGNORE INTO streams (name) VALUES ('redactions')");
      log
        .prepare(
          `INSERT INTO events SELECT (SELECT max(ordinal) FROM events) + 1, (SELECT id FROM streams WHERE name = 'redactions'), 0,
             (SELECT id FROM types WHERE name = 'TextRedacted'), 1, 'by hand', ?, meta FROM events WHERE ordinal = 1`,
        )
        .run(JSON.stringify({ ordinal, path: ['text'], stream: 'inbox' }));
    });
    expect(await run(['proof', part])).toMatchObject({ code: 0 });
    const { code, output } = await run(['verify', part]);
    expect([code, output]).toEqual([0, expect.stringMatching(/, 1 hidden\. Consistent, but sealed by a key that you have not given/)]);
    expect(readFileSync(part, 'utf8')).not.toContain(`{"ordinal":${ordinal},"stream"`);
    if (existsSync('/usr/bin/python3')) {
      const program = join('docs', 'guide', 'verify-proof.py');
      expect(spawnSync('python3', [program, keyOf(), whole, part], { encoding: 'utf8' })).toMatchObject({ status: 0 });
    }
    writeFileSync(part, readFileSync(part, 'utf8').replace('"revision":0', '"revision":1'));
    expect(await run(['verify', part])).toMatchObject({ code: 1 });
  });
});
