import type { IncomingHttpHeaders } from 'node:http';
import { organisationKey } from '@tocsin/contracts/organisation.js';
import { isEncrypted } from '@tocsin/platform/http/trusted-proxy.js';
import type { ServerParts } from '../core/server-parts.js';

type Needs = Pick<ServerParts, 'config' | 'reads'>;

/** How a request came in; of HTTP and of a socket’s handshake alike. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const localName = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

export const isLoopback = (address: string): boolean => loopback.has(address);

/**
 * From this machine, and by a name of this machine: a page elsewhere, whose name was made to lead here, comes by its own name.
 * `ip`: of the client, behind whatever proxy is believed.
 */
export const isLocal = (request: Arrival & { readonly ip: string }): boolean =>
  isLoopback(request.ip) && localName.test(request.headers.host ?? '');

const originOf = ({ origin }: IncomingHttpHeaders): URL | null => (origin !== undefined && URL.canParse(origin) ? new URL(origin) : null);

/** Whether the browser is at https: seen, said by a believed proxy, or said by the browser; else as the public address has it. */
export const isHttps = (parts: Needs, request: Arrival): boolean => {
  if (isEncrypted(request, parts.config.trustsProxy)) return true;
  const { headers } = request;
  const origin = originOf(headers);
  if (origin?.host === headers.host) return origin?.protocol === 'https:';
  const url = parts.config.url ?? parts.reads.organisation.get(organisationKey)?.url;
  return url !== undefined && url.startsWith('https:') && new URL(url).host === headers.host;
};

/**
 * Not provably from a page of our own. For what a browser sends by itself, the cookie, that is asked for; every browser says one of
 * the two with each change.
 */
export const isForeign = ({ headers }: Arrival): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return originOf(headers)?.host !== headers.host;
};

/** Said by the browser to be from elsewhere. Programs say nothing, and may. */
export const isSaidForeign = (arrival: Arrival): boolean =>
  (arrival.headers.origin !== undefined || arrival.headers['sec-fetch-site'] !== undefined) && isForeign(arrival);
