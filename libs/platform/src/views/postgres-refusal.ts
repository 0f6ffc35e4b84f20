import type { StoreRefusal } from '../event-log/eventstore/refusal.js';
import { tlsTroubleIn, type TlsTrouble } from '../http/tls-errors.js';

const byTls: Readonly<Record<TlsTrouble, StoreRefusal>> = {
  untrusted: {
    says: 'shows a certificate that is not trusted',
    todo: 'Name the certificate of its authority in TOCSIN_POSTGRES: sslrootcert=/path/to/ca.crt.',
  },
  another_name: { says: 'shows a certificate for another name', todo: 'Use a name in TOCSIN_POSTGRES that the certificate has.' },
  expired: { says: 'shows a certificate that has expired', todo: 'Renew it there.' },
  spoken_to_plain: { says: 'does not support TLS', todo: 'Turn TLS on there (ssl = on), or leave sslmode out of TOCSIN_POSTGRES.' },
};

const toChange = 'Correct them in TOCSIN_POSTGRES: postgres://user:password@….';

/** By SQLSTATE. */
const byState: Readonly<Record<string, StoreRefusal>> = {
  '28P01': { says: 'rejects the user or the password', todo: toChange },
  '28000': {
    says: 'refuses the connection',
    todo: 'Allow the user, the database and this machine in pg_hba.conf, or change TOCSIN_POSTGRES.',
  },
  '3D000': { says: 'has no database of this name', todo: 'Create it, or name another one in TOCSIN_POSTGRES.' },
  '42501': {
    says: 'does not allow the user of TOCSIN_POSTGRES to create tables',
    todo: 'Make the user the owner of the database, or: GRANT CREATE, USAGE ON SCHEMA public TO the user.',
  },
  '53300': { says: 'has no free connections', todo: 'Raise max_connections there, or close other connections.' },
};

/** Why PostgreSQL answers but refuses access; null when it can’t be reached. */
export const postgresRefusal = (error: unknown): StoreRefusal | null => {
  const { code, message, cause, errors } = Object(error) as {
    code?: string;
    message?: unknown;
    cause?: unknown;
    errors?: readonly unknown[];
  };
  if (code !== undefined && Object.hasOwn(byState, code)) return byState[code]!;
  const tlsTrouble = tlsTroubleIn(`${code ?? ''} ${String(message)}`);
  if (tlsTrouble) return byTls[tlsTrouble];
  for (const inner of [cause, ...(errors ?? [])]) {
    const refusal = inner === undefined ? null : postgresRefusal(inner);
    if (refusal) return refusal;
  }
  return null;
};
