import { EventStoreDBClient } from '@eventstore/db-client';

/** Milliseconds for disposing of a client: a client with a broken stream may never finish. */
const closeTimeout = 2000;

interface SharedClient {
  readonly client: EventStoreDBClient;
  users: number;
}

const sharedClients = new Map<string, SharedClient>();

export interface ClientLease {
  readonly client: EventStoreDBClient;
  /** Releases the client; the last release disposes of it. Always resolves, after two seconds at the latest. */
  release(): Promise<void>;
}

/** The process’s single client for a connection string: two clients would break each other’s appends. Throws for an invalid string. */
export const leaseClient = (connectionString: string): ClientLease => {
  const entry = sharedClients.get(connectionString) ?? { client: createClient(connectionString), users: 0 };
  sharedClients.set(connectionString, entry);
  entry.users++;
  let released: Promise<void> | undefined;
  return { client: entry.client, release: () => (released ??= give(connectionString, entry)) };
};

/**
 * With several nodes, discovery must not fail: the client would keep the failure as an unhandled rejection, which ends the process; calls have their own
 * deadlines. Conflicts must throw: as a result they contain a wrong revision.
 */
const always = 'maxDiscoverAttempts=2147483647&throwOnAppendFailure=true';

/**
 * A frozen leader is only noticed by missing answers to pings: this takes 4 s instead of the client’s default of 20 s, so that another leader takes over.
 */
const keepalive = { keepAliveInterval: 2_000, keepAliveTimeout: 2_000 };

/** The operator’s own settings win over `keepalive`. */
const withSettings = (connectionString: string): string => {
  const added = Object.entries(keepalive).filter(([name]) => !new RegExp(`[?&]${name}=`, 'i').test(connectionString));
  const settings = [always, ...added.map(([name, value]) => `${name}=${value}`)].join('&');
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}${settings}`;
};

const createClient = (connectionString: string): EventStoreDBClient =>
  withoutHints(() => EventStoreDBClient.connectionString(withSettings(connectionString)));

/** Suppresses the client’s warning about pings more often than every 10 s, printed for each new client. */
const withoutHints = <T>(make: () => T): T => {
  const { warn } = console;
  console.warn = (...values: readonly unknown[]) => {
    if (!/less than recommended/.test(String(values[0]))) warn(...values);
  };
  try {
    return make();
  } finally {
    console.warn = warn;
  }
};

const give = async (connectionString: string, entry: SharedClient): Promise<void> => {
  if (--entry.users > 0) return;
  sharedClients.delete(connectionString);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeTimeout)));
  await Promise.race([entry.client.dispose().catch(() => {}), late]);
  clearTimeout(timer);
};

/**
 * Passed with each append, so that the client sends it as a separate call. Its alternative, one stream for all appends, rejects all of them when it
 * breaks, and a late answer on it ends the process. Without TLS the client ignores credentials; with certificates and no password there are none, so the
 * alternative is used.
 */
export const credentialsOf = (connectionString: string): { readonly username: string; readonly password: string } | undefined => {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@]+)@/.exec(connectionString.trim()) ?? [];
  if (username && password) return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return /[?&]tls=false(&|$)/i.test(connectionString) ? { username: 'anonymous', password: 'anonymous' } : undefined;
};
