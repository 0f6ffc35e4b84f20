// contract: full
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { openEventStoreLog } from '@tocsin/platform/event-log/eventstore/eventstore-log.js';
import { toStoreRefusal } from '@tocsin/platform/event-log/eventstore/refusal.js';
import { openPostgresViews, requireTables } from '@tocsin/platform/views/postgres-dialect.js';
import { postgresRefusal } from '@tocsin/platform/views/postgres-refusal.js';
import { EventStoreNode } from '@tocsin/testing/eventstore-node/eventstore-node.js';
import { postgresForTests, type PostgresServer } from '@tocsin/testing/machine/postgres-server.js';
import pg from 'pg';

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('EventStoreDB that answers and refuses', () => {
  const nodes: EventStoreNode[] = [];
  afterAll(() => nodes.forEach((node) => node.kill()));

  const startNode = async (tls = false): Promise<EventStoreNode> => {
    const newNode = await EventStoreNode.start({ hasTls: tls });
    nodes.push(newNode);
    return newNode;
  };
  /** Message of the start when it reads the head of the log. */
  const saidOf = async (connectionString: string): Promise<string | undefined> => {
    const sideDir = mkdtempSync(join(tmpdir(), 'tocsin-refused-'));
    const log = openEventStoreLog({ connectionString, prefix: 'tocsin', sideDir });
    const error = await failureOf(log.head());
    await log.close();
    rmSync(sideDir, { recursive: true, force: true });
    return toStoreRefusal(error)?.says;
  };
  const startDenyingNode = async (code: status): Promise<string> => {
    const one = await startNode();
    for (const method of ['read', 'subscribe'] as const)
      one.fail(method, 1_000, code, { exception: code === status.PERMISSION_DENIED ? 'access-denied' : '' });
    return one.connectionString;
  };

  it.each([
    ['a wrong password', 'rejects the user or the password', () => startDenyingNode(status.UNAUTHENTICATED)],
    ['no rights on $all', 'does not allow the user of TOCSIN_EVENTSTORE to read $all', () => startDenyingNode(status.PERMISSION_DENIED)],
    [
      'a certificate that is not trusted',
      'shows a certificate that is not trusted',
      async () => `esdb://admin:changeit@localhost:${(await startNode(true)).port}?tls=true`,
    ],
    [
      'TLS spoken to a plain port',
      'does not support TLS',
      async () => `esdb://admin:changeit@127.0.0.1:${(await startNode()).port}?tls=true`,
    ],
  ])('says which it is: %s', async (_what, sentence, connection) => {
    expect(await saidOf(await connection())).toBe(sentence);
  });

  it('is not taken for one that is not there', async () => {
    expect(await saidOf('esdb://127.0.0.1:1?tls=false')).toBeUndefined();
  });
});

describe('PostgreSQL that answers and refuses', () => {
  let server: PostgresServer | undefined;
  let url = '';
  beforeAll(async () => {
    server = await postgresForTests();
    if (!server) return;
    url = await server.database();
    const owner = new pg.Client(url);
    await owner.connect();
    await owner.query("create role reader login password 'reader'");
    await owner.end();
  });
  afterAll(() => server?.stop());

  const saidOf = async (connection: string): Promise<string | null | undefined> => {
    const views = openPostgresViews(connection);
    const error = await failureOf(requireTables(views.read));
    await views.close();
    return error === null ? null : postgresRefusal(error)?.says;
  };
  const toUrlFor = (user: string, password: string): string => url.replace('tocsin:tocsin@', `${user}:${password}@`);

  it.each([
    ['a wrong password', 'rejects the user or the password', () => toUrlFor('tocsin', 'wrong')],
    ['a user that there is not', 'rejects the user or the password', () => toUrlFor('nobody', 'wrong')],
    ['no right to make tables', 'does not allow the user of TOCSIN_POSTGRES to create tables', () => toUrlFor('reader', 'reader')],
    ['no such database', 'has no database of this name', () => url.replace(/[^/]*$/, 'nowhere')],
    ['TLS spoken to a plain port', 'does not support TLS', () => `${url}?sslmode=verify-full`],
  ])('says which it is: %s', async (_what, sentence, connection) => {
    if (server) expect(await saidOf(connection())).toBe(sentence);
  });

  it('lets its own user in, and is not taken for one that is not there', async () => {
    if (server) expect(await saidOf(url)).toBeNull();
    expect(await saidOf('postgres://tocsin:tocsin@127.0.0.1:1/tocsin')).toBeUndefined();
  });
});

describe('a certificate of PostgreSQL', () => {
  const sentenceOf = (code: string): string | undefined => postgresRefusal(Object.assign(new Error(code), { code }))?.says;

  it('that is not trusted, has another name, or has expired, is told apart', () => {
    expect(sentenceOf('SELF_SIGNED_CERT_IN_CHAIN')).toBe('shows a certificate that is not trusted');
    expect(sentenceOf('DEPTH_ZERO_SELF_SIGNED_CERT')).toBe('shows a certificate that is not trusted');
    expect(sentenceOf('UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toBe('shows a certificate that is not trusted');
    expect(sentenceOf('ERR_TLS_CERT_ALTNAME_INVALID')).toBe('shows a certificate for another name');
    expect(sentenceOf('CERT_HAS_EXPIRED')).toBe('shows a certificate that has expired');
  });
});
