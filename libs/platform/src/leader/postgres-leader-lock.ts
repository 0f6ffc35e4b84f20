import pg from 'pg';
import { LeaderLock, type Leadership } from './leader-lock.js';

/** Any number; the same in every node. The second half of the key is made of the name. */
const lockClass = 7_062_002;
/** Milliseconds between two looks whether the connection still lives, and how long an answer may take. */
const lookEvery = 2_000;
const answerWithin = 5_000;
/** Milliseconds for which the end of a connection is waited for; less than an answer may take. */
const goneWithin = 4_000;
/** The server gives the lock of a machine that has vanished to somebody else after about 20 s, not after two hours. */
const noticeTheVanished = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set idle_session_timeout = 0`;

/** As PostgreSQL knows it: the number of a process may be given out again, and then it began at another moment. */
interface Connection {
  readonly pid: number;
  readonly since: string;
}
const ownConnection = 'select pid, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()';
/** Resolves once it is gone, and its locks with it. */
const endOf = 'select pg_terminate_backend(pid, $3) from pg_stat_activity where pid = $1 and backend_start = $2::timestamptz';

/**
 * An advisory lock of PostgreSQL, held by a connection of its own: it ends with the process, whatever ends that. The connection must lead
 * to the server itself: a pooler that shares connections would share the lock. Who comes back after their connection was lost does not find
 * it in their own way.
 */
export class PostgresLeaderLock extends LeaderLock {
  /** The connection that led last from here. When it is lost, PostgreSQL may hold the lock for it for a while longer. */
  private last: Connection | undefined;

  /** `name`: what is led; the prefix of the log’s streams. */
  constructor(
    private readonly url: string,
    private readonly name: string,
  ) {
    super();
  }

  async tryToLead(): Promise<Leadership | undefined> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: answerWithin,
      query_timeout: answerWithin,
      keepAlive: true,
      application_name: 'tocsin leader',
    });
    const leadership = new Held(client);
    try {
      await client.connect();
      await client.query(noticeTheVanished);
      if (this.last) await client.query(endOf, [this.last.pid, this.last.since, goneWithin]);
      const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as "isHeld"', [
        lockClass,
        this.name,
      ]);
      if (rows[0]?.isHeld) {
        this.last = (await client.query<Connection>(ownConnection)).rows[0];
        return leadership.watched();
      }
    } catch (error) {
      await leadership.release();
      throw error;
    }
    await leadership.release();
    return undefined;
  }
}

class Held implements Leadership {
  readonly lost: Promise<string>;
  private tell: (why: string) => void = () => {};
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(private readonly client: pg.Client) {
    this.lost = new Promise((resolve) => (this.tell = resolve));
    client.on('error', (error) => this.lose(error.message));
    client.on('end', () => this.lose('the connection to PostgreSQL has ended'));
  }

  watched(): this {
    const look = (): void => {
      this.client.query('select 1').then(
        () => {
          if (!this.isOver) this.timer = setTimeout(look, lookEvery).unref();
        },
        (error: Error) => this.lose(error.message),
      );
    };
    look();
    return this;
  }

  async release(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.timer);
    await this.client.end().catch(() => undefined);
  }

  private lose(why: string): void {
    if (this.isOver) return;
    void this.release();
    this.tell(why);
  }
}
