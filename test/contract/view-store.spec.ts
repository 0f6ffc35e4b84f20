import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { openPostgresViews, type PostgresTimeouts } from '@tocsin/platform/views/postgres-dialect.js';
import { Projector } from '@tocsin/platform/views/projector.js';
import { rebuild } from '@tocsin/platform/views/rebuild.js';
import { SqlViewStore } from '@tocsin/platform/views/sql-view-store.js';
import { openSqliteViews } from '@tocsin/platform/views/sqlite-dialect.js';
import { ViewsUnavailable } from '@tocsin/platform/views/view-store.js';
import { causeIndexContract } from '@tocsin/testing/ports/cause-index-contract.js';
import { postgresForTests, type PostgresServer } from '@tocsin/testing/machine/postgres-server.js';
import { someHistory } from '@tocsin/testing/toys/toy-history.js';
import { ToyLog } from '@tocsin/testing/toys/toy-log.js';
import { toyToken, toyViews } from '@tocsin/testing/toys/toy-views.js';
import { viewStoreContract } from '@tocsin/testing/ports/view-store-contract.js';
import { dumpView } from '@tocsin/testing/ports/view-store-samples.js';
import { Wire } from '@tocsin/testing/fakes/wire.js';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-views-'));
let folders = 0;
let postgres: PostgresServer | undefined;

beforeAll(async () => {
  postgres = await postgresForTests();
});

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const openInSqlite = async () => new SqlViewStore(openSqliteViews(join(folder, String((folders += 1)))));
// a machine that runs other suites beside it may take longer to answer than users are to wait
const patient = { connect: 60_000, read: 60_000, write: 60_000 };
const openInPostgres = async () => postgres && new SqlViewStore(openPostgresViews(await postgres.database(), patient));

viewStoreContract('SQLite', openInSqlite);
viewStoreContract('PostgreSQL', openInPostgres);
causeIndexContract('SQLite', openInSqlite);
causeIndexContract('PostgreSQL', openInPostgres);

describe('views in SQLite and in PostgreSQL', () => {
  it('hold the same bytes, kept live and built again', async () => {
    const [history] = fc.sample(
      someHistory.filter((events) => events.length > 40),
      { numRuns: 1, seed: 7 },
    );
    const events = history!;
    const log = new ToyLog(events);
    const dumps: (readonly string[])[] = [];
    for (const open of [openInSqlite, openInPostgres]) {
      for (const isLive of [true, false]) {
        const store = await open();
        if (!store) continue;
        await store.prepare(toyViews);
        const projector = new Projector({ views: toyViews, store, rowsPerSave: 7 });
        await projector.start();
        if (isLive) await projector.apply(events, toyToken(events.length));
        else await rebuild({ views: toyViews, log, store });
        dumps.push((await Promise.all(toyViews.map(({ name }) => dumpView(store, name)))).flat());
        await store.scrub('tickets');
        expect((await Promise.all(toyViews.map(({ name }) => dumpView(store, name)))).flat()).toEqual(dumps.at(-1));
        await store.close();
      }
    }
    expect(dumps[0]!.length).toBeGreaterThan(10);
    for (const dump of dumps) expect(dump).toEqual(dumps[0]);
  });
});

describe('views in PostgreSQL', () => {
  it('may be prepared by several servers at once', async () => {
    if (!postgres) return;
    const url = await postgres.database();
    const stores = Array.from({ length: 6 }, () => new SqlViewStore(openPostgresViews(url)));
    try {
      expect(await Promise.all(stores.map((store) => store.prepare(toyViews)))).toEqual(stores.map(() => []));
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
  });
});

describe('views in PostgreSQL that is away', () => {
  const shortWaits = { connect: 500, read: 500, write: 500 };
  const checkpoint = { ordinal: 1, logTime: '2026-11-21T03:00:00.000Z', token: toyToken(1) };
  /** A store behind a wire, and the operations on it. */
  const withWire = async (check: (store: SqlViewStore, wire: Wire) => Promise<void>, waitOptions?: PostgresTimeouts): Promise<void> => {
    if (!postgres) return;
    const url = new URL(await postgres.database());
    const wire = await Wire.to(Number(url.port));
    url.port = String(wire.port);
    const patientStore = new SqlViewStore(openPostgresViews(url.href));
    const store = new SqlViewStore(openPostgresViews(url.href, waitOptions));
    try {
      await patientStore.prepare(toyViews);
      store.attach(toyViews);
      await check(store, wire);
    } finally {
      for (const one of [store, patientStore]) await one.close();
      wire.cut();
    }
  };
  const readsOf = (store: SqlViewStore): readonly (() => Promise<unknown>)[] => [
    () => store.list('tickets', { limit: 1 }),
    () => store.get('tickets', 't1'),
    () => store.count('tickets'),
  ];

  const succeed = async (work: () => Promise<unknown>, tries = 60): Promise<unknown> =>
    work().catch((error: unknown) => {
      if (tries === 1) throw error;
      return succeed(work, tries - 1);
    });

  it('can’t be read while nobody listens, and can when somebody does', () =>
    withWire(async (store, wire) => {
      wire.cut();
      for (const read of readsOf(store)) await expect(read()).rejects.toBeInstanceOf(ViewsUnavailable);
      await expect(store.save([], checkpoint)).rejects.toThrow('ECONNREFUSED');
      await wire.mend();
      await store.save([], checkpoint);
      for (const read of readsOf(store)) await read();
      expect(await store.checkpoint()).toEqual(checkpoint);
    }));

  it('is not waited for when it says nothing, and works on new connections', () =>
    withWire(async (store, wire) => {
      for (const read of readsOf(store)) await succeed(read);
      wire.stopForwarding();
      for (const read of readsOf(store)) await expect(read()).rejects.toThrow(/not answered within 0.5 s|timeout/);
      await expect(store.list('tickets', { limit: 1 })).rejects.toBeInstanceOf(ViewsUnavailable);
      await expect(store.save([], checkpoint)).rejects.toThrow(/not answered within 0.5 s|timeout/);
      wire.resumeForwarding();
      // a busy machine may take longer to connect than these short waits allow
      for (const work of [() => store.save([], checkpoint), ...readsOf(store)]) await succeed(work);
    }, shortWaits));

  it('is told apart from a statement that is wrong', () =>
    withWire(async () => {
      const otherViews = toyViews.filter(({ name }) => name !== 'tickets');
      const reopenedStore = new SqlViewStore(openPostgresViews(await postgres!.database()));
      await reopenedStore.prepare(otherViews);
      reopenedStore.attach(toyViews);
      const countError: unknown = await reopenedStore.count('tickets').catch((error: unknown) => error);
      await reopenedStore.close();
      expect(countError).toBeInstanceOf(Error);
      expect(countError).not.toBeInstanceOf(ViewsUnavailable);
    }));
});
