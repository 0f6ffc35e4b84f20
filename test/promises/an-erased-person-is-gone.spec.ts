// cluster: short, erased and redacted
import { story } from '@tocsin/testing/stage/story.js';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { filesWith } from '@tocsin/testing/machine/files-with.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { inDatabase, postgresFiles, profileOfRun } from '@tocsin/testing/stage/cluster.js';

const name = 'Zerafina-Quillmarsh';
const email = `${name.toLowerCase()}@example.org`;
const device = 'Quillmarsh-Browser/7';

/** Ordinal, id and hash of the bytes of every event. */
const historyOf = (data: string): readonly unknown[] => {
  const db = new Database(join(data, 'log', 'log.db'), { readonly: true });
  try {
    const rows = db.prepare('SELECT ordinal, id, data, meta FROM events ORDER BY ordinal').all() as Record<string, string>[];
    return rows.map(({ ordinal, id, data: bytes, meta }) => [ordinal, id, createHash('sha256').update(`${bytes}\n${meta}`).digest('hex')]);
  } finally {
    db.close();
  }
};

/** Number of stored responses to their commands. */
const keptAnswersOf = (data: string, personId: string): number => {
  const db = new Database(join(data, 'side', 'side.db'), { readonly: true });
  try {
    return db.prepare<[string], number>('SELECT count(*) FROM kept_answers WHERE actor = ?').pluck().get(`person:${personId}`)!;
  } finally {
    db.close();
  }
};

/** In a vault that another process may have open: the names of its secrets, and whether it still has the person’s key. */
const readVault = (folder: string, personId: string): { readonly refs: readonly string[]; readonly hasKey: boolean } => {
  const db = new Database(join(folder, 'vault', 'vault.db'), { readonly: true });
  try {
    const key = db.prepare<[string], Buffer | null>('SELECT sealed FROM subject_keys WHERE subject = ?').pluck();
    return {
      refs: db.prepare<[], string>('SELECT ref FROM secrets').pluck().all(),
      hasKey: Buffer.isBuffer(key.get(`person:${personId}`)),
    };
  } finally {
    db.close();
  }
};

story('a person who was erased', (chapter) => {
  let stage: Stage;
  let copy: string;
  /** Names of their secrets, and of those of everyone else. */
  let theirTexts: readonly string[];
  let otherTexts: readonly string[];
  let personId: string;
  let strings: readonly string[];

  beforeAll(async () => {
    stage = await Stage.begin();
    otherTexts = readVault(stage.tocsin.data, '').refs;
    const zera = await stage.addPerson(name);
    personId = zera.personId;
    await zera.api.request('POST', '/api/two-factor');
    theirTexts = readVault(stage.tocsin.data, personId).refs.filter((ref) => !otherTexts.includes(ref));
    strings = [name, email, device, zera.phone.url, 'zera.other@quillmarsh.example'];
    await zera.api.run('AddContactMethod', { kind: 'email', personId, address: 'zera.other@quillmarsh.example' });
    await zera.api.run('RenamePerson', { personId, name: `${name} II` });
    const issue = async (tokenName: string) =>
      String((await zera.api.run('IssuePersonalToken', { name: `${tokenName} of ${name}`, scopes: ['read'] })).says['tokenId']);
    await issue('Laptop');
    await zera.api.run('RevokeToken', { tokenId: await issue('Old laptop') });
    const credentials = { email, password: 'correct horse battery' };
    const signedIn = await stage.tocsin.anonymous.request('POST', '/api/session', credentials, { 'user-agent': device });
    expect(signedIn.status).toBeLessThan(300);
    await stage.setPolicy([{ page: [zera] }]);
    await stage.generic({ summary: 'The disk is full', key: 'disk' });
    expect(zera.pageCauses).toEqual(['escalation']);
    const { id: groupId } = await stage.getGroup();
    await zera.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
  });
  afterAll(() => stage.detach());

  chapter('is refused while they can still be paged, and to people who are not admins', async () => {
    expect(await stage.ana.api.expectRefusal('ErasePerson', { personId })).toMatchObject({ code: 'person.not_disabled' });
    const bo = await stage.addPerson('Bo');
    expect(await bo.api.expectRefusal('ErasePerson', { personId })).toMatchObject({ code: 'permission.denied' });
  });

  chapter('leaves no byte of their name and addresses in the data folder, and the history as it was', async () => {
    await stage.ana.api.run('DisablePerson', { personId, leaveGaps: true });
    await stage.settle();
    // the restart writes and reads a snapshot of memory with decrypted data
    await stage.restart();
    expect(JSON.stringify(await stage.ana.api.events('people-directory'))).toContain(name);
    const snapshot = readFileSync(join(stage.tocsin.data, 'views', 'memory', 'people.snapshot'));
    expect(profileOfRun === 'cluster' || filesWith(stage.tocsin.data, strings).length > 0).toBe(true);
    expect(filesWith(join(stage.tocsin.data, 'side'), [device])).not.toEqual([]);
    // PostgreSQL does this automatically: its statistics contain copies of column values
    await inDatabase(stage.tocsin.data, async (client) => {
      await client.query('analyze');
      expect((await client.query("select tablename from pg_stats where attname = 'row'")).rows).toEqual([]);
    });
    const postgres = await postgresFiles(stage.tocsin.data);
    if (postgres) expect(filesWith(postgres, [name], /pg_wal/)).not.toEqual([]);
    expect(keptAnswersOf(stage.tocsin.data, personId)).toBeGreaterThan(0);
    const before = profileOfRun === 'cluster' ? [] : historyOf(stage.tocsin.data);
    // like a copy that an upgrade leaves
    copy = join(stage.tocsin.data, 'backups', 'before-an-upgrade');
    for (const room of ['vault', 'side']) cpSync(join(stage.tocsin.data, room), join(copy, room), { recursive: true });
    expect(filesWith(copy, [device])).not.toEqual([]);
    await stage.ana.api.run('ErasePerson', { personId });
    await stage.settle();
    expect(filesWith(stage.tocsin.data, strings)).toEqual([]);
    expect(readFileSync(join(stage.tocsin.data, 'views', 'memory', 'people.snapshot')).equals(snapshot)).toBe(false);
    expect(keptAnswersOf(stage.tocsin.data, personId)).toBe(0);
    const files = await postgresFiles(stage.tocsin.data);
    // its write-ahead log is its own: it is recycled in time
    if (files) expect(filesWith(files, strings, /pg_wal/)).toEqual([]);
    if (profileOfRun === 'embedded') expect(historyOf(stage.tocsin.data).slice(0, before.length)).toEqual(before);
  });

  chapter('has no key, no password and no other secret any more, in the copies of the vault neither; everybody else has theirs', () => {
    expect(theirTexts.map((ref) => ref.split(':')[0]).toSorted()).toEqual(['password', 'shown', 'two-factor-offer', 'webhook-secret']);
    for (const folder of [stage.tocsin.data, copy]) {
      const { refs, hasKey } = readVault(folder, personId);
      expect([hasKey, theirTexts.filter((ref) => refs.includes(ref)), otherTexts.filter((ref) => !refs.includes(ref))]).toEqual([
        false,
        [],
        [],
      ]);
    }
    const storedErasures = JSON.parse(readFileSync(join(stage.tocsin.data, 'vault', 'erasures.json'), 'utf8')) as { subjects: string[] };
    expect(storedErasures.subjects).toEqual([`person:${personId}`]);
  });

  chapter('is an erased person everywhere: in rows, in the past of rows, and in history', async () => {
    const erasedMark = { erased: true };
    expect(await stage.ana.api.row('people', personId)).toMatchObject({ name: erasedMark, email: erasedMark, state: 'erased' });
    expect(await stage.ana.api.row('contacts', personId)).toMatchObject({ methods: [], rules: [] });
    const history = JSON.stringify([
      ...(await stage.ana.api.events('people-directory')),
      ...(await stage.ana.api.events(`person-${personId}`)),
    ]);
    expect(strings.filter((text) => history.includes(text))).toEqual([]);
    const rows = await stage.ana.api.request('GET', `/api/views/people?at=${new Date().toISOString()}`);
    expect(JSON.stringify(rows.body)).not.toContain(name);
    const { body } = await stage.ana.api.request<{ ok: boolean; why: string[] }>('GET', '/api/health');
    expect(body).toMatchObject({ ok: true, why: [] });
  });

  chapter('can’t sign in, be changed or be brought back, and may be invited anew', async () => {
    const credentials = { email, password: 'correct horse battery' };
    expect(await stage.tocsin.anonymous.request('POST', '/api/session', credentials)).toMatchObject({ status: 401 });
    expect(await stage.ana.api.expectRefusal('EnablePerson', { personId })).toMatchObject({ code: 'person.erased' });
    const { says } = await stage.ana.api.run('InvitePerson', { name: 'Somebody else', email, role: 'member' });
    expect(says.personId).not.toBe(personId);
  });

  chapter('stays so after a kill, with the views built anew, and everything decided again', async () => {
    await stage.restart('SIGKILL');
    await stage.settle();
    expect(await stage.ana.api.row('people', personId)).toMatchObject({ name: { erased: true }, state: 'erased' });
    await stage.close();
  });
});
