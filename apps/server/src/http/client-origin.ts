import type { IncomingHttpHeaders } from 'node:http';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { isEncrypted } from '@tocsin/platform/http/trusted-proxy.js';
import type { ServerParts } from '../core/server-parts.js';

type Dependencies = Pick<ServerParts, 'config' | 'reads'>;

/** Transport facts of a request, for HTTP requests and socket handshakes. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const localName = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

export const isLoopback = (address: string): boolean => loopback.has(address);

/**
 * From this machine, and addressed to a local host name. The second check stops DNS rebinding: a web page whose own host name was
 * pointed here sends that name. `ip`: the client’s, behind trusted proxies.
 */
export const isLocal = (request: Arrival & { readonly ip: string }): boolean =>
  isLoopback(request.ip) && localName.test(request.headers.host ?? '');

const originOf = ({ origin }: IncomingHttpHeaders): URL | null => (origin !== undefined && URL.canParse(origin) ? new URL(origin) : null);

/** Whether the browser uses https: the connection is encrypted, or a trusted proxy or the browser says so; otherwise by the public address. */
export const isHttps = (parts: Dependencies, request: Arrival): boolean => {
  if (isEncrypted(request, parts.config.trustsProxy)) return true;
  const { headers } = request;
  const origin = originOf(headers);
  if (origin?.host === headers.host) return origin?.protocol === 'https:';
  const url = parts.config.url ?? parts.reads.organisation.get(organisationKey)?.url;
  return url !== undefined && url.startsWith('https:') && new URL(url).host === headers.host;
};

/**
 * True unless the request provably comes from a page of ours. Checked for requests with a cookie, because browsers send cookies automatically; every
 * browser sends one of the two headers with each change.
 */
export const isForeign = ({ headers }: Arrival): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return originOf(headers)?.host !== headers.host;
};

/** The browser says that the request comes from another site. Programs send neither header, and are allowed. */
export const isDeclaredForeign = (arrival: Arrival): boolean =>
  (arrival.headers.origin !== undefined || arrival.headers['sec-fetch-site'] !== undefined) && isForeign(arrival);
