import { limits } from '@tocsin/contracts/limits.js';
import { isEncrypted } from '@tocsin/platform/http/trusted-proxy.js';
import type { ServerParts } from '../core/server-parts.js';
import { isHttps, type Arrival } from './arrival.js';

type Needs = Pick<ServerParts, 'config' | 'reads'>;

export const sessionCookie = 'tocsin_session';
/** No neighbour under the same domain, and no page by http, can set a cookie of this name. */
export const securedCookie = `__Host-${sessionCookie}`;

const flags = 'Path=/; HttpOnly; SameSite=Lax';

/** `Set-Cookie` for a session that begins, or with `null` for one that ends. */
export const setSessionCookie = (parts: Needs, request: Arrival, token: string | null): string => {
  const secure = isHttps(parts, request);
  const age = token === null ? 0 : limits.session / 1_000;
  return `${secure ? securedCookie : sessionCookie}=${token ?? ''}; ${flags}; Max-Age=${age}${secure ? '; Secure' : ''}`;
};

/** The token in the cookies. By https only the name that nobody else can set counts. */
export const cookieToken = (parts: Needs, request: Arrival): string | undefined => {
  const pairs = (request.headers.cookie ?? '').split(';').map((part) => part.trim().split('=', 2) as [string, string?]);
  const named = (name: string): string | undefined => pairs.find(([key]) => key === name)?.[1];
  return named(securedCookie) ?? (isEncrypted(request, parts.config.trustsProxy) ? undefined : named(sessionCookie));
};
