import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { StatusAnswer } from '@tocsin/contracts/http.js';
import { copyCluster, profileOfRun } from '@tocsin/testing/stage/cluster.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { eventsOfFolder, reenactFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Client } from '@tocsin/testing/stage/client.js';
import { Tocsin } from '@tocsin/testing/stage/tocsin.js';
import { byTier } from '@tocsin/testing/tier.js';

const fields = { organisation: 'Acme', name: 'Ana', email: 'ana@example.org', password: 'correct horse battery' };

/** Of so many places for a kill one is tried, and the first and the last of them. */
const placesBetween = byTier({ short: 4, full: 1, deep: 1 });

/** Ordinals after which a kill is possible, last first: the events of one command are on disk together. */
const readCommandEnds = async (data: string): Promise<readonly number[]> => {
  const ends = new Map((await eventsOfFolder(data)).map(({ meta, ordinal }) => [meta.commandId, ordinal]));
  return [...ends.values()].toSorted((a, b) => b - a).filter((_, n, all) => n % placesBetween === 0 || n === all.length - 1);
};

/** A copy of a data folder as a kill would leave it after this many events were on disk. */
const cutAfter = async (data: string, events: number): Promise<string> => {
  const copy = join(mkdtempSync(join(tmpdir(), 'tocsin-')), 'data');
  cpSync(data, copy, { recursive: true });
  for (const lostFolder of ['views', 'side']) rmSync(join(copy, lostFolder), { recursive: true, force: true });
  if (profileOfRun === 'cluster') await copyCluster(data, copy, events);
  else {
    const log = new Database(join(copy, 'log', 'log.db'));
    log.prepare('delete from events where ordinal > ?').run(events);
    log.close();
    // a kill at that moment would have left no hash of later events
    for (const end of ['', '-wal', '-shm']) rmSync(join(copy, 'log', `tree.db${end}`), { force: true });
  }
  return copy;
};

/** Signs in, and expects all that set-up makes. */
const expectWhole = async (tocsin: Tocsin): Promise<void> => {
  await tocsin.settle();
  const session = await tocsin.anonymous.request<{ token: string; personId: string }>('POST', '/api/session', {
    email: fields.email,
    password: fields.password,
  });
  expect(session.status).toBe(201);
  const ana = new Client(tocsin.url, session.body.token, session.body.personId);
  const counts = await Promise.all(
    (['organisation', 'people', 'teams', 'services', 'policies', 'integrations', 'contacts'] as const).map(
      async (view) => (await ana.list(view)).length,
    ),
  );
  expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1]);
  const [contacts] = await ana.list('contacts');
  expect(contacts).toMatchObject({ methods: [{ kind: 'browser', verified: true }], rules: [{}, {}] });
  const [integration] = await ana.list('integrations');
  expect(integration!.keys).toHaveLength(1);
};

describe('set-up', () => {
  it('once it was answered stands, although the server is killed right then; and is done once', async () => {
    let tocsin = await Tocsin.start();
    const { owner } = await tocsin.setUp();
    tocsin = await tocsin.restart('SIGKILL');
    await expectWhole(tocsin);
    expect(await new Client(tocsin.url, owner.token, owner.personId).request('GET', '/api/session')).toMatchObject({ status: 200 });
    expect(await tocsin.anonymous.request('POST', '/api/setup', fields)).toMatchObject({ status: 409, body: { code: 'setup.done' } });
    await tocsin.stop();
    expect(await reenactFolder(tocsin.data)).toMatchObject({ differences: [], missing: [] });
    await tocsin.end();
  });

  it('is all there or not at all, wherever in it the server was killed', async () => {
    const wholeServer = await Tocsin.start();
    await wholeServer.setUp();
    await wholeServer.stop('SIGKILL');
    const states = new Set<boolean>();
    for (const events of await readCommandEnds(wholeServer.data)) {
      const tocsin = await Tocsin.start({ data: await cutAfter(wholeServer.data, events) });
      const { body } = await tocsin.anonymous.request<StatusAnswer>('GET', '/api/status');
      states.add(body.setUp);
      if (!body.setUp) await tocsin.setUp();
      await expectWhole(tocsin);
      await tocsin.stop();
      expect(await reenactFolder(tocsin.data)).toMatchObject({ differences: [], missing: [] });
      await tocsin.end();
    }
    expect([...states]).toEqual([true, false]);
    await wholeServer.end();
  });

  it('rings by an address that works at once', async () => {
    const tocsin = await Tocsin.start();
    const phone = await Phone.start();
    const { owner, setUpResult: made } = await tocsin.setUp();
    const { says } = await owner.run('AddContactMethod', { kind: 'webhook', personId: owner.personId, address: phone.url });
    const contactMethodId = String(says['contactMethodId']);
    await tocsin.settle();
    await owner.run('VerifyContactMethod', { personId: owner.personId, contactMethodId, code: await phone.waitForCode() });
    expect(made.connect.address).toBe(made.address);
    const body = JSON.parse(/-d '(.*)'$/s.exec(made.connect.curl)![1]!) as object;
    expect(await tocsin.anonymous.request('POST', new URL(made.address).pathname, body)).toMatchObject({ status: 202 });
    await tocsin.settle();
    // no tab is open, so the next method takes over at once
    expect(await phone.waitFor()).toMatchObject({ title: 'Trying Tocsin out', number: 1 });
    await phone.close();
    await tocsin.end();
  });
});
