import pg from 'pg';
import { LeaderLock, type Leadership } from './leader-lock.js';

/** An arbitrary number, the same on every node. The second half of the key is derived from the name. */
const lockClass = 7_062_002;
/** Milliseconds between two checks of the connection, and how long an answer may take. */
const pollInterval = 2_000;
const answerTimeout = 5_000;
/** Milliseconds for which it waits for a connection to end; less than `answerTimeout`. */
const vanishedTimeout = 4_000;
/** Makes the server release the lock of a vanished machine after about 20 s instead of two hours. */
const noticeTheVanished = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set idle_session_timeout = 0`;

/** Identifies a connection in PostgreSQL: a process id may be reused, but then its start time differs. */
interface Connection {
  readonly pid: number;
  readonly since: string;
}
const ownConnection = 'select pid, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()';
/** Resolves once the connection is gone, and its locks with it. */
const endOf = 'select pg_terminate_backend(pid, $3) from pg_stat_activity where pid = $1 and backend_start = $2::timestamptz';

/**
 * An advisory lock of PostgreSQL on a separate connection, so that it ends with the process, however that ends. The connection must go to the server
 * itself: a pooler that shares connections would share the lock. A process that lost its connection first terminates the old one, which may still hold
 * the lock.
 */
export class PostgresLeaderLock extends LeaderLock {
  /** The connection with which this process last led. When it is lost, PostgreSQL may keep its lock for a while longer. */
  private last: Connection | undefined;

  /** `name`: scope of the lock; the prefix of the log’s streams. */
  constructor(
    private readonly url: string,
    private readonly name: string,
  ) {
    super();
  }

  async tryToLead(): Promise<Leadership | undefined> {
    const client = new pg.Client({
      connectionString: this.url,
      connectionTimeoutMillis: answerTimeout,
      query_timeout: answerTimeout,
      keepAlive: true,
      application_name: 'tocsin leader',
    });
    const leadership = new HeldLock(client);
    try {
      await client.connect();
      await client.query(noticeTheVanished);
      if (this.last) await client.query(endOf, [this.last.pid, this.last.since, vanishedTimeout]);
      const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as "isHeld"', [
        lockClass,
        this.name,
      ]);
      if (rows[0]?.isHeld) {
        this.last = (await client.query<Connection>(ownConnection)).rows[0];
        return leadership.startWatching();
      }
    } catch (error) {
      await leadership.release();
      throw error;
    }
    await leadership.release();
    return undefined;
  }
}

class HeldLock implements Leadership {
  readonly whenLost: Promise<string>;
  private resolveLost: (reason: string) => void = () => {};
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(private readonly client: pg.Client) {
    this.whenLost = new Promise((resolve) => (this.resolveLost = resolve));
    client.on('error', (error) => this.handleLoss(error.message));
    client.on('end', () => this.handleLoss('the connection to PostgreSQL has ended'));
  }

  startWatching(): this {
    const look = (): void => {
      this.client.query('select 1').then(
        () => {
          if (!this.isOver) this.timer = setTimeout(look, pollInterval).unref();
        },
        (error: Error) => this.handleLoss(error.message),
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

  private handleLoss(reason: string): void {
    if (this.isOver) return;
    void this.release();
    this.resolveLost(reason);
  }
}
