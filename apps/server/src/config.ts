import { resolve } from 'node:path';
import { z } from 'zod';
import { emailAddress } from '@tocsin/contracts/email-address.js';
import { instant } from '@tocsin/contracts/ids.js';
import { publicUrl } from '@tocsin/contracts/organisation/noun.js';
import { isBucket } from '@tocsin/contracts/backups/address.js';
import { bucketOf, type PlaceSettings } from '@tocsin/platform/backup/open-place.js';
import type { CertificateFiles } from '@tocsin/platform/http/certificate.js';
import { parseSmtpServer } from '@tocsin/platform/mail/smtp-server.js';
import { parseTrustedProxy, type TrustedProxy } from '@tocsin/platform/http/trusted-proxy.js';

const roles = ['command', 'query', 'projector', 'reactor'] as const;

/** May name several nodes, which URLs don’t allow. */
const connection = /^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/;

const environment = z.object({
  NODE_ENV: z.string().optional(),
  NODE_COMPILE_CACHE: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000),
  HOST: z.string().default('0.0.0.0'),
  TOCSIN_DATA: z.string().min(1).default('data'),
  TOCSIN_DATA_FOLDER: z.enum(['moved', 'copied']).optional(),
  TOCSIN_PROFILE: z.enum(['embedded', 'cluster']).default('embedded'),
  TOCSIN_EVENTSTORE: z.string().regex(connection, 'A connection string such as esdb://localhost:2113?tls=false.').optional(),
  TOCSIN_EVENTSTORE_PREFIX: z
    .string()
    .regex(/^\w{1,40}$/, 'Letters, digits and underscores, at most 40.')
    .default('tocsin'),
  TOCSIN_POSTGRES: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  TOCSIN_ROLES: z
    .string()
    .default(roles.join(','))
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles)).min(1)),
  TOCSIN_CLOCK: z.enum(['system', 'manual']).default('system'),
  TOCSIN_CLOCK_AT: instant.optional(),
  TOCSIN_URL: publicUrl.optional(),
  TOCSIN_SMTP_URL: z.string().optional(),
  TOCSIN_MAIL_FROM: z.string().optional(),
  TOCSIN_MAIL_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  TOCSIN_ALLOW_CIDR: z.string().optional(),
  TOCSIN_HEARTBEAT_URL: z.url({ protocol: /^https?$/ }).optional(),
  TOCSIN_ANCHOR_URL: z.url({ protocol: /^https?$/ }).optional(),
  TOCSIN_ANCHOR_MAIL: emailAddress.optional(),
  TOCSIN_ANCHOR_TSA: z.url({ protocol: /^https?$/ }).optional(),
  TOCSIN_ANCHOR_TSA_CERT: z.string().optional(),
  TOCSIN_BACKUP: z.string().optional(),
  TOCSIN_BACKUP_KEY_ID: z.string().optional(),
  TOCSIN_BACKUP_SECRET: z.string().optional(),
  TOCSIN_BACKUP_EVERY: z.coerce.number().int().min(1).max(1_440).default(10),
  TOCSIN_BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  TOCSIN_MASTER_KEY: z.string().optional(),
  TOCSIN_TLS_CERT: z.string().optional(),
  TOCSIN_TLS_KEY: z.string().optional(),
  TOCSIN_TRUST_PROXY: z.string().trim().default('loopback'),
  TOCSIN_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  TOCSIN_CHECK_FACTS: z.enum(['on', 'off']).default('off'),
  TOCSIN_THREADS: z.enum(['several', 'one']).default('several'),
  TOCSIN_ENDS_LOOPS_AFTER: z.coerce.number().int().min(0).default(60),
  TOCSIN_WEB: z.string().default('dist/web'),
});

export interface BackupSettings {
  readonly place: PlaceSettings;
  readonly everyMinutes: number;
  readonly keepDays: number;
}

/** The configuration of this server: the environment, read once. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  /** What a data folder on other files than before is; null: ask at the terminal, else pause it. */
  readonly dataFolder: 'moved' | 'copied' | null;
  readonly profile: 'embedded' | 'cluster';
  /** Connection strings; neither is null in the cluster profile. */
  readonly eventStore: string | null;
  readonly postgres: string | null;
  /** Prefix of every stream name in EventStoreDB. */
  readonly eventStorePrefix: string;
  readonly roles: readonly (typeof roles)[number][];
  readonly clock: 'system' | 'manual';
  /** The start of a manual clock, unless its log is further on. */
  readonly clockAt: string | null;
  readonly url: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  /** Where mails to integrations are taken; null: nowhere. */
  readonly mailPort: number | null;
  readonly allowCidrs: readonly string[];
  readonly heartbeatUrl: string | null;
  readonly anchorUrl: string | null;
  /** A mailbox to which seals are mailed. */
  readonly anchorMail: string | null;
  /** A time-stamping authority, and the certificates that it is trusted by. */
  readonly anchorAuthority: { readonly url: string; readonly certificateFile: string } | null;
  /** Where and how often the history is backed up; null: nowhere. */
  readonly backup: BackupSettings | null;
  readonly masterKey: string | undefined;
  /** The certificate files; null: plain http. */
  readonly tls: CertificateFiles | null;
  /** Proxies whose forwarding headers are trusted. */
  readonly trustsProxy: TrustedProxy;
  readonly logLevel: string;
  /** Validates facts against their contracts before they are appended. For tests: it costs about 5 % of the thread’s time. */
  readonly shouldCheckFacts: boolean;
  /** Keeps the views and makes keys on the main thread. For tests: starting a thread takes longer than the work of a short history. */
  readonly hasOneThread: boolean;
  /** Ends the process after this many seconds without a turn of the event loop; 0: never. */
  readonly endsLoopsAfter: number;
  readonly web: string;
}

/** The configuration is not usable; the message is a sentence for the operator. */
export class ConfigRefused extends Error {}

const textOrNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

/** The cluster profile needs both servers: it has no other place for its log and its views. */
const requireCluster = (is: z.infer<typeof environment>): void => {
  if (is.TOCSIN_PROFILE !== 'cluster') return;
  const missingSettings = (['TOCSIN_EVENTSTORE', 'TOCSIN_POSTGRES'] as const).filter((name) => is[name] === undefined);
  if (missingSettings.length === 0) return;
  throw new ConfigRefused(
    `TOCSIN_PROFILE=cluster needs ${missingSettings.join(' and ')}: connection strings such as esdb://localhost:2113?tls=false and ` +
      'postgres://tocsin:password@localhost:5432/tocsin. See docs/guide/cluster.md.',
  );
};

const parseTlsFiles = (cert: string | undefined, key: string | undefined): CertificateFiles | null => {
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined) {
    throw new ConfigRefused(
      `TOCSIN_TLS_CERT and TOCSIN_TLS_KEY belong together: set ${cert === undefined ? 'TOCSIN_TLS_CERT' : 'TOCSIN_TLS_KEY'} too.`,
    );
  }
  return { cert: resolve(cert), key: resolve(key) };
};

/** Turns errors of reading into ConfigRefused. */
const readOrRefuse = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw new ConfigRefused((error as Error).message);
  }
};

const anchorAuthorityOf = (url: string | undefined, file: string | undefined): Config['anchorAuthority'] => {
  if (url === undefined && file === undefined) return null;
  if (url !== undefined && file !== undefined) return { url, certificateFile: resolve(file) };
  throw new ConfigRefused(`TOCSIN_ANCHOR_TSA and TOCSIN_ANCHOR_TSA_CERT belong together: set TOCSIN_ANCHOR_TSA${url ? '_CERT' : ''} too.`);
};

const backupOf = (is: z.infer<typeof environment>): BackupSettings | null => {
  if (is.TOCSIN_BACKUP === undefined) return null;
  const { TOCSIN_BACKUP: address, TOCSIN_BACKUP_KEY_ID: keyId, TOCSIN_BACKUP_SECRET: secret } = is;
  const place = { address, keyId, secret };
  if (isBucket(address)) readOrRefuse(() => bucketOf(place));
  return { place, everyMinutes: is.TOCSIN_BACKUP_EVERY, keepDays: is.TOCSIN_BACKUP_KEEP_DAYS };
};

/**
 * Requires all roles: keys, secrets and sessions are in the data folder of one server, so a second server with other roles would
 * see only half.
 */
const requireAllRoles = (selection: readonly string[]): void => {
  const missingRoles = roles.filter((role) => !selection.includes(role));
  if (missingRoles.length === 0) return;
  throw new ConfigRefused(
    `TOCSIN_ROLES leaves out ${missingRoles.join(', ')}. One server has all the roles: they can’t be split between several yet, because keys and ` +
      'sessions are in the data folder of one. Leave TOCSIN_ROLES out; for a server that takes over from another one see docs/guide/cluster.md.',
  );
};

/** Throws ConfigRefused with the name of the variable. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environment.safeParse(nonEmpty);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new ConfigRefused(`${issue?.path.join('.')} is not valid: ${issue?.message}`);
  }
  const is = result.data;
  if (is.TOCSIN_CLOCK === 'manual' && is.NODE_ENV === 'production') {
    throw new ConfigRefused('TOCSIN_CLOCK=manual is for trying out and tests: it is refused with NODE_ENV=production.');
  }
  requireCluster(is);
  requireAllRoles(is.TOCSIN_ROLES);
  readOrRefuse(() => parseSmtpServer(is.TOCSIN_SMTP_URL ?? null, null));
  return {
    port: is.PORT,
    host: is.HOST,
    data: resolve(is.TOCSIN_DATA),
    dataFolder: is.TOCSIN_DATA_FOLDER ?? null,
    profile: is.TOCSIN_PROFILE,
    eventStore: is.TOCSIN_EVENTSTORE ?? null,
    eventStorePrefix: is.TOCSIN_EVENTSTORE_PREFIX,
    postgres: is.TOCSIN_POSTGRES ?? null,
    roles: is.TOCSIN_ROLES,
    clock: is.TOCSIN_CLOCK,
    clockAt: is.TOCSIN_CLOCK_AT ?? null,
    url: is.TOCSIN_URL?.replace(/\/+$/, '') ?? null,
    smtpUrl: textOrNull(is.TOCSIN_SMTP_URL),
    mailFrom: textOrNull(is.TOCSIN_MAIL_FROM),
    mailPort: is.TOCSIN_MAIL_PORT ?? null,
    allowCidrs: (is.TOCSIN_ALLOW_CIDR ?? '')
      .split(',')
      .map((cidr) => cidr.trim())
      .filter(Boolean),
    heartbeatUrl: textOrNull(is.TOCSIN_HEARTBEAT_URL),
    anchorUrl: textOrNull(is.TOCSIN_ANCHOR_URL),
    anchorMail: textOrNull(is.TOCSIN_ANCHOR_MAIL),
    anchorAuthority: anchorAuthorityOf(is.TOCSIN_ANCHOR_TSA, is.TOCSIN_ANCHOR_TSA_CERT),
    backup: backupOf(is),
    masterKey: is.TOCSIN_MASTER_KEY,
    tls: parseTlsFiles(is.TOCSIN_TLS_CERT, is.TOCSIN_TLS_KEY),
    trustsProxy: readOrRefuse(() => parseTrustedProxy(is.TOCSIN_TRUST_PROXY)),
    logLevel: is.TOCSIN_LOG_LEVEL,
    shouldCheckFacts: is.TOCSIN_CHECK_FACTS === 'on',
    hasOneThread: is.TOCSIN_THREADS === 'one',
    endsLoopsAfter: is.TOCSIN_ENDS_LOOPS_AFTER,
    web: resolve(is.TOCSIN_WEB),
  };
};
