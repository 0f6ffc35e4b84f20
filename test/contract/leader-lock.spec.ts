import pg from 'pg';
import { SingleProcessLock } from '@tocsin/platform/leader/leader-lock.js';
import { PostgresLeaderLock } from '@tocsin/platform/leader/postgres-leader-lock.js';
import { leaderLockContract } from '@tocsin/testing/ports/leader-lock-contract.js';
import { postgresForTests, type PostgresServer } from '@tocsin/testing/machine/postgres-server.js';
import { Wire } from '@tocsin/testing/fakes/wire.js';

let postgres: PostgresServer | undefined;
beforeAll(async () => {
  postgres = await postgresForTests();
});
afterAll(() => postgres?.stop());

const leaders = `from pg_stat_activity where application_name = 'tocsin leader' and datname = current_database()`;
/** Returns when they are gone: a terminated backend keeps its locks for a moment. */
const terminate = `select pg_terminate_backend(pid, 10000) ${leaders}`;

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

leaderLockContract('PostgreSQL', async () => {
  if (!postgres) return undefined;
  const url = await postgres.database();
  return {
    lock: (name) => new PostgresLeaderLock(url, name),
    breakAll: async () => void (await withClient(url, (client) => client.query(terminate))),
  };
});

describe('the leader lock in PostgreSQL', () => {
  it('is taken again by who led, though PostgreSQL has not noticed yet that their connection broke', async () => {
    if (!postgres) return;
    const url = new URL(await postgres.database());
    const wire = await Wire.to(Number(url.port));
    const through = new URL(url);
    through.port = String(wire.port);
    const lock = new PostgresLeaderLock(through.href, 'mine');
    const first = (await lock.tryToLead())!;
    await withClient(url.href, async (client) => {
      const { pid } = (await client.query<{ pid: number }>(`select pid ${leaders}`)).rows[0]!;
      let secondLead: ReturnType<typeof lock.tryToLead>;
      process.kill(pid, 'SIGSTOP');
      try {
        wire.breakAll();
        await first.whenLost;
        expect(await new PostgresLeaderLock(url.href, 'mine').tryToLead()).toBeUndefined();
        secondLead = lock.tryToLead();
        while ((await client.query(`select 1 from pg_stat_activity where wait_event = 'BackendTermination'`)).rows.length === 0);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      const leadership = await secondLead;
      expect(leadership).toBeDefined();
      await leadership?.release();
    }).finally(() => wire.cut());
  });

  it('rejects when PostgreSQL can’t be reached: nobody knows who leads', async () => {
    const lock = new PostgresLeaderLock('postgres://tocsin:tocsin@127.0.0.1:9/tocsin', 'one');
    await expect(lock.tryToLead()).rejects.toThrow('ECONNREFUSED');
  });
});

describe('the leader lock of a data folder', () => {
  it('is held by whoever holds the folder', async () => {
    const leadership = await new SingleProcessLock().tryToLead();
    await leadership.release();
    expect(await new SingleProcessLock().tryToLead()).toBeDefined();
  });
});
