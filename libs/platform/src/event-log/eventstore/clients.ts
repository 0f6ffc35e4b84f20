import { EventStoreDBClient } from '@eventstore/db-client';

/** How long the goodbye may take, in milliseconds: a client whose stream has broken may never say it. */
const longestGoodbye = 2000;

interface Shared {
  readonly client: EventStoreDBClient;
  users: number;
}

const shared = new Map<string, Shared>();

export interface Leased {
  readonly client: EventStoreDBClient;
  /** The last to give it back ends it. Resolves in any case, after two seconds at the latest. */
  release(): Promise<void>;
}

/** The one client of this process for a connection string: two would break each other’s appends. Throws when the string is none. */
export const leaseClient = (connectionString: string): Leased => {
  const entry = shared.get(connectionString) ?? { client: newClient(connectionString), users: 0 };
  shared.set(connectionString, entry);
  entry.users++;
  let released: Promise<void> | undefined;
  return { client: entry.client, release: () => (released ??= give(connectionString, entry)) };
};

/**
 * With several nodes the search for one must not fail: the client keeps the failure where nobody handles it, and that ends the
 * process; calls have deadlines of their own. And a conflict must throw: told as a result, it comes with a wrong revision.
 */
const always = 'maxDiscoverAttempts=2147483647&throwOnAppendFailure=true';

/** A frozen leader is heard of by its missing answers to pings alone: after 4 s, when another leads, not after the 20 s of the client’s defaults. */
const keepalive = { keepAliveInterval: 2_000, keepAliveTimeout: 2_000 };

/** The settings that every connection has, and those of ours that the operator’s own string does not name. */
const withSettings = (connectionString: string): string => {
  const ours = Object.entries(keepalive).filter(([name]) => !new RegExp(`[?&]${name}=`, 'i').test(connectionString));
  const settings = [always, ...ours.map(([name, value]) => `${name}=${value}`)].join('&');
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}${settings}`;
};

const newClient = (connectionString: string): EventStoreDBClient =>
  withoutAdvice(() => EventStoreDBClient.connectionString(withSettings(connectionString)));

/** The client advises against pings more often than every 10 s, on the console, each time that one is made. */
const withoutAdvice = <T>(make: () => T): T => {
  const { warn } = console;
  console.warn = (...words: readonly unknown[]) => {
    if (!/less than recommended/.test(String(words[0]))) warn(...words);
  };
  try {
    return make();
  } finally {
    console.warn = warn;
  }
};

const give = async (connectionString: string, entry: Shared): Promise<void> => {
  if (--entry.users > 0) return;
  shared.delete(connectionString);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, longestGoodbye)));
  await Promise.race([entry.client.dispose().catch(() => {}), late]);
  clearTimeout(timer);
};

/**
 * Named with each append, so that the client sends it as a call of its own. Its other way, one stream for all appends, rejects
 * everybody’s when it breaks, and a late answer on it ends the process. On a connection without TLS the client drops them; with
 * certificates and no password there are none, and the other way it is.
 */
export const credentialsOf = (connectionString: string): { readonly username: string; readonly password: string } | undefined => {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@]+)@/.exec(connectionString.trim()) ?? [];
  if (username && password) return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return /[?&]tls=false(&|$)/i.test(connectionString) ? { username: 'anonymous', password: 'anonymous' } : undefined;
};
