import { tlsTroubleIn, type TlsTrouble } from '../../http/tls-errors.js';

/** `says`: the rest of a sentence after the server’s address. */
export interface StoreRefusal {
  readonly says: string;
  readonly todo: string;
}

const byTls: Readonly<Record<TlsTrouble, StoreRefusal>> = {
  untrusted: {
    says: 'shows a certificate that is not trusted',
    todo: 'Name the certificate of its authority in TOCSIN_EVENTSTORE: tlsCAFile=/path/to/ca.crt.',
  },
  another_name: {
    says: 'shows a certificate for another name',
    todo: 'Use a name in TOCSIN_EVENTSTORE that the certificate has.',
  },
  expired: { says: 'shows a certificate that has expired', todo: 'Renew it there.' },
  spoken_to_plain: { says: 'does not support TLS', todo: 'Turn TLS on there, or write tls=false into TOCSIN_EVENTSTORE.' },
};

const password: StoreRefusal = {
  says: 'rejects the user or the password',
  todo: 'Correct them in TOCSIN_EVENTSTORE: esdb://user:password@….',
};
const rights: StoreRefusal = {
  says: 'does not allow the user of TOCSIN_EVENTSTORE to read $all',
  todo: 'Make the user a member of $admins, or give it read access to $all and to the streams of this installation.',
};
/** gRPC’s status codes. */
const unauthenticated = 16;
const permissionDenied = 7;

/** Why EventStoreDB answers but refuses access; null when it can’t be reached. */
export const toStoreRefusal = (error: unknown): StoreRefusal | null => {
  const { code, type, message, cause } = Object(error) as { code?: unknown; type?: unknown; message?: unknown; cause?: unknown };
  if (code === unauthenticated) return password;
  if (code === permissionDenied || type === 'access-denied') return rights;
  const inner = cause === undefined ? null : toStoreRefusal(cause);
  if (inner) return inner;
  const tlsTrouble = tlsTroubleIn(String(message));
  return tlsTrouble && byTls[tlsTrouble];
};
