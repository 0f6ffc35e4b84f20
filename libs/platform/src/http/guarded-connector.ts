import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressRule } from './address-rule.js';

/** Thrown while connecting; the HTTP client turns it into `delivery.private_address`. */
export class PrivateAddress extends Error {
  readonly code = 'TOCSIN_PRIVATE_ADDRESS';
}

/**
 * Resolves a name, and returns its addresses only when all of them are allowed. The socket connects to exactly these addresses, so a name that was public
 * when it was typed can’t lead into a private network later.
 */
const createGuardedLookup =
  (rule: AddressRule, lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses, family) => {
      if (error) return callback(error, addresses, family);
      const all = Array.isArray(addresses) ? addresses : [{ address: addresses, family: family ?? isIP(addresses) }];
      if (all.length === 0 || !all.every(({ address }) => rule.allows(address))) return callback(new PrivateAddress(), []);
      if (options.all) return callback(null, all);
      return callback(null, all[0]!.address, all[0]!.family);
    });

interface GuardedConnection {
  /** Null: everything is allowed, for addresses that an admin configured. */
  readonly rule: AddressRule | null;
  readonly lookup: LookupFunction;
  readonly timeoutMs: number;
  readonly onConnected: () => void;
}

export const createGuardedConnector = ({ rule, lookup, timeoutMs, onConnected }: GuardedConnection): buildConnector.connector => {
  const connect = buildConnector({ allowH2: false, timeout: timeoutMs, lookup: rule ? createGuardedLookup(rule, lookup) : lookup });
  return (options, callback) => {
    // a literal address is never resolved, so it is checked here
    if (rule && isIP(options.hostname) !== 0 && !rule.allows(options.hostname)) return callback(new PrivateAddress(), null);
    return connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      onConnected();
      callback(null, socket);
    });
  };
};
