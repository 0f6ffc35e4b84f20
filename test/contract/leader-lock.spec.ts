import pg from 'pg';
import { OnlyLeader } from '@tocsin/platform/leader/leader-lock.js';
import { PostgresLeaderLock } from '@tocsin/platform/leader/postgres-leader-lock.js';
import { leaderLockContract } from '@tocsin/testing/leader-lock-contract.js';
import { postgresForTests, type PostgresServer } from '@tocsin/testing/postgres-server.js';

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  postgres = await postgresForTests();
}, 60_000);
afterAll(() => postgres?.stop());

const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tocsin leader'`;

leaderLockContract('PostgreSQL', async () => {
  if (!postgres) return undefined;
  const url = await postgres.database();
  return {
    lock: (name) => new PostgresLeaderLock(url, name),
    breakAll: async () => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(terminate);
      await client.end();
    },
  };
});

describe('the leader lock in PostgreSQL', () => {
  it('rejects when PostgreSQL can’t be reached: nobody knows who leads', async () => {
    const lock = new PostgresLeaderLock('postgres://tocsin:tocsin@127.0.0.1:9/tocsin', 'one');
    await expect(lock.tryToLead()).rejects.toThrow('ECONNREFUSED');
  });
});

describe('the leader lock of a data folder', () => {
  it('is held by whoever holds the folder', async () => {
    const leadership = await new OnlyLeader().tryToLead();
    await leadership.release();
    expect(await new OnlyLeader().tryToLead()).toBeDefined();
  });
});
