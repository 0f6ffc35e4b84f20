import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { filesWith } from '@tocsin/testing/files-with.js';
import { Stage } from '@tocsin/testing/stage.js';
import { inDatabase, postgresFiles, profileOfRun } from '@tocsin/testing/cluster.js';

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

describe('a person who was erased', () => {
  let stage: Stage;
  let personId: string;
  let strings: readonly string[];

  beforeAll(async () => {
    stage = await Stage.begin();
    const zera = await stage.person(name);
    personId = zera.personId;
    strings = [name, email, device, zera.phone.url, 'zera.other@quillmarsh.example'];
    await zera.api.run('AddContactMethod', { kind: 'email', personId, address: 'zera.other@quillmarsh.example' });
    await zera.api.run('RenamePerson', { personId, name: `${name} II` });
    const issue = async (what: string) =>
      String((await zera.api.run('IssuePersonalToken', { name: `${what} of ${name}`, scopes: ['read'] })).says['tokenId']);
    await issue('Laptop');
    await zera.api.run('RevokeToken', { tokenId: await issue('Old laptop') });
    const credentials = { email, password: 'correct horse battery' };
    const signedIn = await stage.tocsin.nobody.request('POST', '/api/session', credentials, { 'user-agent': device });
    expect(signedIn.status).toBeLessThan(300);
    await stage.policy([{ page: [zera] }]);
    await stage.generic({ summary: 'The disk is full', key: 'disk' });
    expect(zera.heard).toEqual(['escalation']);
    const { id: groupId } = await stage.group();
    await zera.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.settle();
  });
  afterAll(() => stage.leave());

  it('is refused while they can still be paged, and to whoever is no admin', async () => {
    expect(await stage.ana.api.refused('ErasePerson', { personId })).toMatchObject({ code: 'person.not_disabled' });
    const bo = await stage.person('Bo');
    expect(await bo.api.refused('ErasePerson', { personId })).toMatchObject({ code: 'permission.denied' });
  });

  it('leaves no byte of their name and addresses in the data folder, and the history as it was', async () => {
    await stage.ana.api.run('DisablePerson', { personId, leaveGaps: true });
    await stage.settle();
    expect(profileOfRun === 'cluster' || filesWith(stage.tocsin.data, strings).length > 0).toBe(true);
    expect(filesWith(join(stage.tocsin.data, 'side'), [device])).not.toEqual([]);
    // as PostgreSQL does by itself now and then: what it knows of the values of columns is a copy of them
    await inDatabase(stage.tocsin.data, async (client) => {
      await client.query('analyze');
      expect((await client.query("select tablename from pg_stats where attname = 'row'")).rows).toEqual([]);
    });
    const postgres = await postgresFiles(stage.tocsin.data);
    if (postgres) expect(filesWith(postgres, [name], /pg_wal/)).not.toEqual([]);
    const before = profileOfRun === 'cluster' ? [] : historyOf(stage.tocsin.data);
    await stage.ana.api.run('ErasePerson', { personId });
    await stage.settle();
    expect(filesWith(stage.tocsin.data, strings)).toEqual([]);
    const files = await postgresFiles(stage.tocsin.data);
    // its write-ahead log is its own: it is recycled in time
    if (files) expect(filesWith(files, strings, /pg_wal/)).toEqual([]);
    if (profileOfRun === 'embedded') expect(historyOf(stage.tocsin.data).slice(0, before.length)).toEqual(before);
  });

  it('is an erased person everywhere: in rows, in the past of rows, and in history', async () => {
    const erased = { erased: true };
    expect(await stage.ana.api.row('people', personId)).toMatchObject({ name: erased, email: erased, state: 'erased' });
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

  it('can’t sign in, be changed or be brought back, and may be invited anew', async () => {
    const credentials = { email, password: 'correct horse battery' };
    expect(await stage.tocsin.nobody.request('POST', '/api/session', credentials)).toMatchObject({ status: 401 });
    expect(await stage.ana.api.refused('EnablePerson', { personId })).toMatchObject({ code: 'person.erased' });
    const { says } = await stage.ana.api.run('InvitePerson', { name: 'Somebody else', email, role: 'member' });
    expect(says.personId).not.toBe(personId);
  });

  it('stays so after a kill, with the views built anew, and everything decided again', async () => {
    await stage.restart('SIGKILL');
    await stage.settle();
    expect(await stage.ana.api.row('people', personId)).toMatchObject({ name: { erased: true }, state: 'erased' });
    await stage.close();
  });
});
