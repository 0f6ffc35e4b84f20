import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { runCommandLine } from '@tocsin/testing/stage/command-line.js';
import { whenChanged } from '@tocsin/testing/machine/file-changes.js';
import { StoredTree } from '@tocsin/platform/proof/stored-tree.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';

import { expectRefusedStart } from './processes.js';

jest.setTimeout(120_000);

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
  cpSync(original, data, { recursive: true });
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const pathInData = (...parts: readonly string[]): string => join(data, ...parts);
const runDoctor = (env: Readonly<Record<string, string>> = {}) => runCommandLine(['doctor'], { TOCSIN_DATA: data, ...env });
const lineOf = (printedText: string, checkName: string): string | undefined =>
  printedText.split('\n').find((line) => line.slice(5).startsWith(checkName));

/** Changes a database that is not open. */
const tamper = (room: string, change: (database: Database.Database) => void): void => {
  const database = new Database(pathInData(room, `${room}.db`));
  change(database);
  database.close();
};
const expectFinding = async (checkName: string, pattern: RegExp): Promise<void> => {
  const { code, output } = await runDoctor();
  expect(lineOf(output, checkName)).toMatch(/^BAD/);
  expect(lineOf(output, checkName)).toMatch(pattern);
  expect(output).not.toContain('No problems found');
  expect(output).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
};

describe('the doctor', () => {
  it('finds nothing where there is nothing, and says up to where the log is what was written', async () => {
    const { code, output } = await runDoctor();
    expect([code, output]).toEqual([0, expect.stringMatching(/No problems found\.\n$/)]);
    const [, events, comparedCount] = /(\d+) events, .* the first (\d+) match what was written/.exec(lineOf(output, 'log')!)!;
    expect(comparedCount).toBe(events);
  });

  it('finds nothing beside a server that writes', async () => {
    const tocsin = await Tocsin.start({ data, profile: 'embedded' });
    const { code, output } = await runDoctor();
    expect([code, output]).toEqual([0, expect.stringMatching(/No problems found\.\n$/)]);
    await tocsin.stop();
  });

  it('finds a bit that was flipped in the text of an event', async () => {
    const file = pathInData('log', 'log.db');
    const at = readFileSync(file).indexOf('The disk of db-1 is full');
    expect(at).toBeGreaterThan(0);
    const handle = openSync(file, 'r+');
    writeSync(handle, 'U', at);
    closeSync(handle);
    await expectFinding('log', /not as written/);
  });

  it('finds an event that was changed, or deleted', async () => {
    tamper('log', (log) => log.exec("UPDATE events SET meta = replace(meta, '2026', '2025') WHERE ordinal = 5"));
    await expectFinding('log', /Event 5 is not as written/);
    tamper('log', (log) => log.exec('DELETE FROM events WHERE ordinal = 5'));
    await expectFinding('log', /Event 5 is missing/);
  });

  it('finds a personal field that does not decrypt, also where no hashes were kept', async () => {
    rmSync(pathInData('log', 'tree.db'));
    tamper('log', (log) =>
      log.exec(
        'UPDATE events SET data = replace(data, \'"name":"\', \'"name":"AAAA\') WHERE type_id = (SELECT id FROM types WHERE name = \'OrganisationSetUp\')',
      ),
    );
    await expectFinding('log', /Event \d+ can’t be read: OrganisationSetUp .* does not decrypt/);
  });

  it('finds a key of the vault that was changed', async () => {
    tamper('vault', (vault) =>
      vault.exec(
        "UPDATE subject_keys SET sealed = CAST(substr(sealed, 1, 30) || x'00' || substr(sealed, 32) AS BLOB) WHERE subject LIKE 'person:%'",
      ),
    );
    await expectFinding('master key', /The vault is damaged: key:person:.* can’t be decrypted\. Put back the newest copy/);
  });

  it.each(['vault', 'side', 'views', 'log'])('finds that %s is cut short', async (room) => {
    const file = pathInData(room, `${room}.db`);
    truncateSync(file, 4_096 * 2);
    await expectFinding(room === 'vault' ? 'master key' : room, /damaged|can’t be read|malformed/);
  });

  it('looks over a log that is larger than its memory', async () => {
    const events = 60_000;
    tamper('log', (log) =>
      log.exec(`
        INSERT INTO streams (name) VALUES ('reactor-large');
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${events - 1})
        INSERT INTO events
        SELECT (SELECT max(ordinal) FROM events) + 1 + i, (SELECT max(id) FROM streams), i, type_id, v, 'large-' || i,
          json_set(data, '$.pad', hex(randomblob(1500))), meta
        FROM n, (SELECT * FROM events WHERE type_id = (SELECT id FROM types WHERE name = 'ReactorStarted') LIMIT 1)`),
    );
    const { code, output } = await runDoctor({ NODE_OPTIONS: '--max-old-space-size=48' });
    expect(lineOf(output, 'log')).toMatch(/^ok +log +60\d{3} events/);
    // the views of such a log are behind, which is not a problem
    expect(code).toBe(0);
  });
});

const countHashed = (): number => {
  const stored = StoredTree.read(pathInData('log'));
  const { size } = stored;
  stored.close();
  return size;
};

describe('a log that has lost its end', () => {
  it('is not gone on with, and the doctor says so', async () => {
    const tocsin = await Tocsin.start({ data, profile: 'embedded' });
    const before = countHashed();
    await tocsin.anonymous.request('POST', '/test/clock', { advance: 'PT1H' });
    // hashes are saved every five seconds of real time, so that a crash costs little
    await whenChanged(pathInData('log'), () => countHashed() > before);
    await tocsin.stop('SIGKILL');
    rmSync(pathInData('log', 'log.db-wal'));
    const { code, output: said } = await expectRefusedStart({ TOCSIN_DATA: data, TOCSIN_CLOCK: 'manual' });
    expect([code, said.trim()]).toEqual([
      1,
      expect.stringMatching(/^The log in .* ends with event \d+, but it had \d+: its end is missing, perhaps .*-wal/),
    ]);
    await expectFinding('log', /ends with event \d+, but it had \d+: its end is missing/);
  });
});
