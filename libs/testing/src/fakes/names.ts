import { isIP, type LookupFunction } from 'node:net';
import type { NamesOf } from '@tocsin/platform/http/outgoing.js';

/** Names that one function resolves, without a cache. */
export const namesBy = (lookup: LookupFunction): NamesOf => ({
  lookup,
  resolve: (host) =>
    new Promise((resolve, reject) => {
      lookup(host, { all: true }, (error, found) => {
        if (error) reject(error);
        else resolve(Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]);
      });
    }),
  close: () => undefined,
});
