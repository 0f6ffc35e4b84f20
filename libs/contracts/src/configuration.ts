/** One environment variable that the server reads when it starts. */
export interface Setting {
  readonly name: string;
  /** Default; null: none. */
  readonly default: string | null;
  readonly says: string;
}

const createSetting = (name: string, value: string | null, says: string): Setting => ({ name, default: value, says });

/**
 * The environment variables of a server. All other settings are made in the application and recorded in the log. An empty
 * variable counts as not set.
 */
export const configuration: readonly Setting[] = [
  createSetting('PORT', '3000', 'The TCP port to listen on. If it is not set and 3000 is taken, the next free port up to 3019.'),
  createSetting('HOST', '0.0.0.0', 'The address to listen on. `127.0.0.1` when a reverse proxy on the same machine is the only way in.'),
  createSetting('TOCSIN_DATA', 'data', 'The data folder: log, vault, sessions, views, backups. Relative to the working directory.'),
  createSetting(
    'TOCSIN_DATA_FOLDER',
    null,
    'What a data folder is that has other files than when it last ran: `moved` starts it as before, `copied` pauses it until an owner presses “Go live here”. Without it, Tocsin asks at the terminal, and pauses where no one answers within a minute.',
  ),
  createSetting(
    'TOCSIN_PROFILE',
    'embedded',
    'Where log and views are kept. `embedded`: SQLite files in the data folder. `cluster`: EventStoreDB and PostgreSQL.',
  ),
  createSetting(
    'TOCSIN_EVENTSTORE',
    null,
    'In the cluster profile: the connection string of EventStoreDB, such as `esdb://user:password@n1:2113,n2:2113,n3:2113?tls=true&tlsCAFile=/certs/ca.crt`. It holds a password: keep it where your platform keeps secrets.',
  ),
  createSetting(
    'TOCSIN_EVENTSTORE_PREFIX',
    'tocsin',
    'In the cluster profile: the prefix of every stream name, so that several installations can share one EventStoreDB. It can’t be changed later.',
  ),
  createSetting(
    'TOCSIN_POSTGRES',
    null,
    'In the cluster profile: the connection string of the PostgreSQL that keeps the views, such as `postgres://tocsin:password@db:5432/tocsin`.',
  ),
  createSetting(
    'TOCSIN_ROLES',
    'command,query,projector,reactor',
    'The roles of this process, separated by commas. One server has all of them: leaving out a role is refused, with the reason.',
  ),
  createSetting(
    'TOCSIN_CLOCK',
    'system',
    '`manual`: time is frozen until `POST /test/clock` advances it. For trials and tests. A log keeps the kind of clock it was created with. Refused with NODE_ENV=production.',
  ),
  createSetting(
    'TOCSIN_CLOCK_AT',
    null,
    'The start time of a manual clock, as an instant, unless its log is later. `2026-11-21T03:12:00.000Z`.',
  ),
  createSetting(
    'TOCSIN_URL',
    null,
    'The public address in every link and snippet, such as `https://tocsin.example.org`. Overrides the address from the settings.',
  ),
  createSetting(
    'TOCSIN_SMTP_URL',
    null,
    'The mail server: `smtp://user:password@mail.example.org:587` or `smtps://…`. Overrides the one set in _Settings › Mail_.',
  ),
  createSetting(
    'TOCSIN_MAIL_FROM',
    'the sender from _Settings › Mail_, or Tocsin <tocsin@HOST>, where HOST is the mail server’s name, or that of the public address',
    'The sender of mails: `Tocsin <tocsin@example.org>`.',
  ),
  createSetting(
    'TOCSIN_MAIL_PORT',
    null,
    'The TCP port at which monitoring systems can send mails to integrations of the kind E-mail, such as 25. If it is not set, no mail is taken. STARTTLS is offered with TOCSIN_TLS_CERT.',
  ),
  createSetting(
    'TOCSIN_ALLOW_CIDR',
    null,
    'Private networks that webhook addresses entered by people may point to, separated by commas: `10.1.0.0/16,192.168.1.20/32`.',
  ),
  createSetting(
    'TOCSIN_HEARTBEAT_URL',
    null,
    'An external address that is called once a minute while this server routes and pages, so that an external monitor notices when it stops.',
  ),
  createSetting(
    'TOCSIN_ANCHOR_URL',
    null,
    'An external address to which each seal of the history is posted, as text, to be kept there: anyone who rewrites the whole history on this machine can’t rewrite that.',
  ),
  createSetting(
    'TOCSIN_ANCHOR_MAIL',
    null,
    'An address to which the newest seal of the history is mailed once a day: a mailbox that nobody who runs this machine can change.',
  ),
  createSetting(
    'TOCSIN_ANCHOR_TSA',
    null,
    'A time-stamping authority (RFC 3161) that stamps each seal of the history, such as `https://freetsa.org/tsr`: its answer proves when the seal was there.',
  ),
  createSetting(
    'TOCSIN_ANCHOR_TSA_CERT',
    null,
    'The file with the root certificate of that authority, in PEM: an answer that it doesn’t cover is refused.',
  ),
  createSetting(
    'TOCSIN_BACKUP',
    null,
    'Where the history is backed up while the server runs; overrides _Settings › Backups_, with the four variables below. An existing folder, best on another disk, or `s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION`. Without an endpoint it is that of Amazon.',
  ),
  createSetting('TOCSIN_BACKUP_KEY_ID', null, 'The access key of the bucket in TOCSIN_BACKUP.'),
  createSetting('TOCSIN_BACKUP_SECRET', null, 'The secret access key of the bucket in TOCSIN_BACKUP.'),
  createSetting('TOCSIN_BACKUP_EVERY', '10', 'Minutes between two backups: so much is lost at most with the machine.'),
  createSetting(
    'TOCSIN_BACKUP_KEEP_DAYS',
    '30',
    'Days for which an older base of the backup is kept once a newer one has replaced it. A base is made each week; the two newest are always kept.',
  ),
  createSetting(
    'TOCSIN_MASTER_KEY',
    null,
    'The key that encrypts the vault, 32 bytes in base64. If it is not set: the file `vault/master.key` in the data folder, created at the first start.',
  ),
  createSetting('TOCSIN_TOKEN', null, 'Used only by the command line (plan, apply, export, mcp): a token of the server at TOCSIN_URL.'),
  createSetting('TOCSIN_RESCUE_TOKEN', null, 'Used only by “tocsin rescue”: a read-only token of the system that is rescued.'),
  createSetting(
    'TOCSIN_SECRET_',
    null,
    'The beginning of names that configuration files refer to by `fromEnv`. Read only by “tocsin apply”.',
  ),
  createSetting('TOCSIN_NEW_MASTER_KEY', null, 'Used only by “tocsin rotate-key”: the key that replaces TOCSIN_MASTER_KEY.'),
  createSetting(
    'TOCSIN_TLS_CERT',
    null,
    'The file of a certificate and its chain, in PEM: Tocsin then serves https only. Reloaded when it changes, and on SIGHUP.',
  ),
  createSetting('TOCSIN_TLS_KEY', null, 'The file of the certificate’s private key, in PEM, without a passphrase.'),
  createSetting(
    'TOCSIN_TRUST_PROXY',
    'loopback',
    'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: networks separated by commas, `loopback` and `private` for those networks; `1`: the directly connected one; `none`.',
  ),
  createSetting('TOCSIN_LOG_LEVEL', 'warn', 'What is written to the terminal: `fatal`, `error`, `warn`, `info`, `debug` or `silent`.'),
  createSetting(
    'TOCSIN_CHECK_FACTS',
    'off',
    '`on` validates every event against its contract before it is appended: for tests of Tocsin itself. Input from outside is always validated.',
  ),
  createSetting(
    'TOCSIN_THREADS',
    'several',
    '`one` keeps the views and makes keys on the thread that takes signals: for tests of Tocsin itself, whose histories are short.',
  ),
  createSetting(
    'TOCSIN_ENDS_LOOPS_AFTER',
    '60',
    'Seconds after which an endless loop ends the process, so that it is restarted. The work that caused it is logged, and abandoned the third time. `0`: never.',
  ),
  createSetting('TOCSIN_WEB', 'dist/web', 'The folder of the built web application. Relative to the working directory.'),
  createSetting(
    'NODE_COMPILE_CACHE',
    '.cache/compiled',
    'The folder of compiled code, which halves the time of a start. Relative to the program; without one that can be written, each start compiles again.',
  ),
  createSetting('NODE_ENV', null, '`production` refuses the manual clock.'),
];
