import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { allRows } from '@tocsin/testing/stage/all-rows.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import { canBeDenied } from '@tocsin/testing/machine/other-user.js';
import { canMakeDisks, SmallDisk } from '@tocsin/testing/machine/small-disk.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { expectRefusedStart } from './processes.js';

jest.setTimeout(120_000);
const nobodyUid = 65_534;

/** Ways to damage a file. */
const damage: Readonly<Record<string, (file: string) => void>> = {
  'cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2 / 4_096) * 4_096),
  'of zeros': (file) => writeFileSync(file, Buffer.alloc(statSync(file).size)),
};
const emptyFile = (file: string): void => truncateSync(file, 0);

let parent: string;
let original: string;
let stage: Stage;
let mailbox: Mailbox;
let groupId: string;
let rows: readonly string[];
let data: string;

/** A stopped server’s folder with an owner, a person who was invited by mail, and an alert group that has paged. */
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'tocsin-'));
  original = join(parent, 'original');
  mailbox = await Mailbox.start();
  stage = await Stage.begin({ data: original, profile: 'embedded', mailbox });
  await stage.ana.api.run('InvitePerson', { name: 'Bo', email: 'bo@example.org', role: 'member' });
  await stage.alertmanager('firing', [{ name: 'Disk' }]);
  groupId = (await stage.getGroup()).id;
  await stage.settle();
  await stage.tocsin.stop();
  rows = allRows(original);
});
afterAll(async () => {
  await stage.detach();
  rmSync(parent, { recursive: true, force: true });
});
beforeEach(() => {
  data = join(parent, 'data');
  cpSync(original, data, { recursive: true });
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

/** The folder is a copy of one that is gone. */
const serverEnv = (): Record<string, string> => ({
  TOCSIN_DATA: data,
  TOCSIN_DATA_FOLDER: 'moved',
  TOCSIN_CLOCK: 'manual',
  TOCSIN_SMTP_URL: mailbox.url,
});
const pathInData = (...parts: readonly string[]): string => join(data, ...parts);
const bytesOf = (file: string): string => readFileSync(file).toString('base64');

/** Expects the start to end with a sentence, without changing the unreadable file. */
const expectRefusal = async (file: string | null): Promise<string> => {
  const before = file !== null && existsSync(file) ? bytesOf(file) : null;
  const { code, output: said } = await expectRefusedStart(serverEnv());
  expect(code).toBe(1);
  expect(said).not.toMatch(/\n\s+at /);
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(file !== null && existsSync(file) ? bytesOf(file) : null).toBe(before);
  return said;
};

const runServer = async (work: (tocsin: Tocsin, ana: Client) => Promise<void>): Promise<Tocsin> => {
  const tocsin = await Tocsin.start({ data, profile: 'embedded', env: { TOCSIN_SMTP_URL: mailbox.url, TOCSIN_LOG_LEVEL: 'fatal' } });
  try {
    await tocsin.settle();
    await work(tocsin, new Client(tocsin.url, stage.ana.api.token, stage.ana.personId));
  } finally {
    await tocsin.stop();
  }
  return tocsin;
};
const troublesOf = async (ana: Client): Promise<string> =>
  JSON.stringify((await ana.request<HealthAnswer>('GET', '/api/health')).body.troubles);

const changeLog = (change: (log: Database.Database) => void): void => {
  const log = new Database(pathInData('log', 'log.db'));
  change(log);
  log.close();
};

describe('without the log of its vault', () => {
  it('no new log is begun: its disk may not be mounted', async () => {
    const otherLogFolder = join(parent, 'log-elsewhere');
    renameSync(pathInData('log'), otherLogFolder);
    const message = await expectRefusal(pathInData('vault', 'vault.db'));
    expect(message).toMatch(
      /The vault in .* holds the keys of a log that is missing: .*log\.db is missing.* mounted.* move .*vault .*away/,
    );
    expect(existsSync(pathInData('log', 'log.db'))).toBe(false);
    rmSync(pathInData('log'), { recursive: true, force: true });
    renameSync(otherLogFolder, pathInData('log'));
    await runServer(async (_, ana) => expect((await ana.request('GET', '/api/session')).status).toBe(200));
  });

  it('nor in an empty file of its name', async () => {
    emptyFile(pathInData('log', 'log.db'));
    expect(await expectRefusal(pathInData('log', 'log.db'))).toMatch(/log\.db is empty/);
  });

  it('nor beside an empty database', async () => {
    rmSync(pathInData('log', 'log.db'));
    changeLog((log) => log.exec('CREATE TABLE notes (note TEXT)'));
    expect(await expectRefusal(null)).toMatch(/holds the keys of a log that is missing/);
  });

  it('in a vault that nobody was ever set up in, one is begun', async () => {
    const freshFolder = join(parent, 'fresh');
    const first = await Tocsin.start({ data: freshFolder, profile: 'embedded' });
    await first.stop();
    rmSync(join(freshFolder, 'log'), { recursive: true });
    const second = await Tocsin.start({ data: freshFolder, profile: 'embedded' });
    await second.setUp();
    await second.stop();
  });
});

describe('a damaged log', () => {
  it.each(Object.keys(damage))('%s ends the start with a sentence', async (damageFile) => {
    const file = pathInData('log', 'log.db');
    damage[damageFile]!(file);
    expect(await expectRefusal(file)).toMatch(/log.* is damaged.*backup/);
  });

  it('with a personal field that was changed ends the start with a sentence', async () => {
    rmSync(pathInData('views', 'memory'), { recursive: true });
    changeLog((log) => {
      const { ordinal, body } = log
        .prepare("SELECT ordinal, data AS body FROM events WHERE meta LIKE '%\"enc\"%' AND meta LIKE '%person:%' ORDER BY ordinal LIMIT 1")
        .get() as { ordinal: number; body: string };
      const changedBody = body.replace(
        /("(?:name|email)":"[^"]{5})(.)/,
        (_, start: string, one: string) => start + (one === 'A' ? 'B' : 'A'),
      );
      expect(changedBody).not.toBe(body);
      log.prepare('UPDATE events SET data = ? WHERE ordinal = ?').run(changedBody, ordinal);
    });
    expect(await expectRefusal(null)).toMatch(/does not decrypt.*tocsin doctor.*backup/);
  });

  it('with an event that is no JSON any more ends the start with a sentence', async () => {
    rmSync(pathInData('views', 'memory'), { recursive: true });
    changeLog((log) => log.prepare("UPDATE events SET data = replace(data, '\"', '!') WHERE ordinal = 2").run());
    expect(await expectRefusal(null)).toMatch(/is not valid JSON.*tocsin doctor.*backup/);
  });

  it('with an event of another version ends the start with a sentence', async () => {
    rmSync(pathInData('views', 'memory'), { recursive: true });
    changeLog((log) => log.prepare('UPDATE events SET v = 99 WHERE ordinal = 2').run());
    expect(await expectRefusal(null)).toMatch(/does not know .* v 99/);
  });
});

describe('a damaged vault', () => {
  it.each(Object.keys(damage))('%s ends the start with a sentence', async (damageFile) => {
    const file = pathInData('vault', 'vault.db');
    damage[damageFile]!(file);
    expect(await expectRefusal(file)).toMatch(/The vault is damaged.*Put back/);
  });

  it('that is empty, or missing, is not begun anew beside a log with a history', async () => {
    const file = pathInData('vault', 'vault.db');
    emptyFile(file);
    expect(await expectRefusal(file)).toMatch(/The log has a history, but the vault beside it is empty.*Put back the vault folder/);
    rmSync(pathInData('vault'), { recursive: true });
    expect(await expectRefusal(file)).toMatch(/The log has a history, but the vault beside it is missing.*Put back the vault folder/);
    expect(existsSync(pathInData('vault', 'master.key'))).toBe(false);
  });

  it.each(['own', 'subject_keys'])('with a value of %s that was changed ends the start with a sentence', async (table) => {
    const vault = new Database(pathInData('vault', 'vault.db'));
    const column = table === 'own' ? 'value' : 'sealed';
    const condition = table === 'own' ? "name = 'mac'" : "subject LIKE 'person:%'";
    vault.exec(
      `UPDATE ${table} SET ${column} = CAST(substr(${column}, 1, 30) || x'00' || substr(${column}, 32) AS BLOB) WHERE ${condition}`,
    );
    vault.close();
    rmSync(pathInData('views', 'memory'), { recursive: true });
    expect(await expectRefusal(pathInData('vault', 'vault.db'))).toMatch(/vault.* is damaged.*Put back/);
  });
});

describe('damaged views', () => {
  it.each([...Object.keys(damage), 'emptied'])('%s are set aside, said, and built again, the same', async (damageFile) => {
    (damage[damageFile] ?? emptyFile)(pathInData('views', 'views.db'));
    await runServer(async (_, ana) => {
      if (damageFile !== 'emptied') expect(await troublesOf(ana)).toMatch(/views\.db.* was damaged.*set aside/);
    });
    expect(allRows(data)).toEqual(rows);
    const quarantinedFiles = readdirSync(pathInData('views')).filter((name) => /^views\.db\.damaged-.*Z$/.test(name));
    expect(quarantinedFiles).toHaveLength(damageFile === 'emptied' ? 0 : 1);
  });

  it('of a log that was longer are built again', async () => {
    const views = new Database(pathInData('views', 'views.db'));
    views.exec('UPDATE checkpoint SET ordinal = ordinal + 100000');
    views.close();
    await runServer(async (_, ana) => expect(await troublesOf(ana)).toMatch(/views\.db.*set aside/));
    expect(allRows(data)).toEqual(rows);
  });

  it('with a snapshot of memory that is damaged read the log instead', async () => {
    for (const damageFile of [...Object.values(damage), emptyFile]) {
      for (const name of ['groups', 'log']) damageFile(pathInData('views', 'memory', `${name}.snapshot`));
      await runServer(async (_, ana) => expect((await ana.row('alertGroups', groupId)).status).toBe('firing'));
    }
  });
});

describe('a damaged side store', () => {
  it.each([...Object.keys(damage), 'missing', 'emptied'])('%s signs everybody out, and nothing is sent twice', async (damageFile) => {
    const file = pathInData('side', 'side.db');
    const [mails, pages] = [mailbox.messages.length, stage.ana.phone.pages.length];
    if (damageFile === 'missing') rmSync(file);
    else (damage[damageFile] ?? emptyFile)(file);
    const tocsin = await runServer(async (server, ana) => {
      expect((await ana.request('GET', '/api/session')).status).toBe(401);
      const secondSignIn = await server.signIn('Ana');
      if (damageFile in damage) expect(await troublesOf(secondSignIn)).toMatch(/side\.db.* was damaged.*set aside/);
      await secondSignIn.run('AcknowledgeAlertGroup', { groupId });
      await server.settle();
    });
    if (damageFile in damage) expect(tocsin.output()).toMatch(/side\.db.* was damaged.*set aside/);
    expect([mailbox.messages.length, stage.ana.phone.pages.length]).toEqual([mails, pages]);
    expect(readdirSync(pathInData('side')).filter((name) => /^side\.db\.damaged-.*Z$/.test(name))).toHaveLength(
      damageFile in damage ? 1 : 0,
    );
  });

  it('without its node file goes on under another name', async () => {
    for (const damageFile of [...Object.values(damage), emptyFile]) {
      damageFile(pathInData('node.json'));
      await runServer(async (_, ana) => expect((await ana.request('GET', '/api/session')).status).toBe(200));
    }
  });
});

describe('a folder that can’t be read or written', () => {
  const isDenied = canBeDenied('tests of a folder without permission');
  it.each(['log', 'vault', 'side', 'views'])('%s without permission ends the start with a sentence, and is not set aside', async (room) => {
    if (!isDenied) return;
    const file = pathInData(room, `${room}.db`);
    if (process.getuid?.() === 0) {
      for (const entry of ['.', ...readdirSync(data, { recursive: true })]) chownSync(join(data, String(entry)), nobodyUid, nobodyUid);
      chmodSync(parent, 0o755);
    }
    chmodSync(file, 0o000);
    const { code, output: said } = await expectRefusedStart(serverEnv(), { user: nobodyUid });
    expect([code, said.trim()]).toEqual([1, expect.stringMatching(/may not/)]);
    expect(said).not.toMatch(/\n\s+at /);
    expect(readdirSync(pathInData(room)).filter((name) => name.includes('damaged'))).toEqual([]);
  });

  it('tocsin.json of zeros ends the start with a sentence', async () => {
    const file = pathInData('tocsin.json');
    damage['of zeros']!(file);
    expect(await expectRefusal(file)).toMatch(/tocsin\.json can’t be read\. Restore it from a copy/);
  });

  const isPossible = canMakeDisks('a test with a read-only file system');
  it('on a read-only file system ends the start with a sentence, where it can be played', async () => {
    if (!isPossible) return;
    const disk = await SmallDisk.make(64);
    cpSync(data, disk.pathInside('data'), { recursive: true });
    disk.remount('ro');
    const { code, output: said } = await expectRefusedStart(
      { ...serverEnv(), TOCSIN_DATA: join(disk.path, 'data') },
      { inside: disk.commandPrefix },
    );
    expect([code, said.trim()]).toEqual([
      1,
      expect.stringMatching(/^The data folder .* can’t be written: the file system is read-only\. /),
    ]);
    await disk.close();
  });
});
