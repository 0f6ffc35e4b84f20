import { limits } from '@tocsin/contracts/limits.js';
import { isEncrypted } from '@tocsin/platform/http/trusted-proxy.js';
import type { ServerParts } from '../core/server-parts.js';
import { isHttps, type Arrival } from './client-origin.js';

type Dependencies = Pick<ServerParts, 'config' | 'reads'>;

export const sessionCookie = 'tocsin_session';
/** The prefix prevents another host under the same domain, or a page by http, from setting the cookie. */
export const securedCookie = `__Host-${sessionCookie}`;

const flags = 'Path=/; HttpOnly; SameSite=Lax';

/** `Set-Cookie` for a new session, or with `null` for an ended one. */
export const setSessionCookie = (parts: Dependencies, request: Arrival, token: string | null): string => {
  const secure = isHttps(parts, request);
  const age = token === null ? 0 : limits.session / 1_000;
  return `${secure ? securedCookie : sessionCookie}=${token ?? ''}; ${flags}; Max-Age=${age}${secure ? '; Secure' : ''}`;
};

/** The token from the cookies. By https, only the prefixed name counts, which no one else can set. */
export const cookieToken = (parts: Dependencies, request: Arrival): string | undefined => {
  const pairs = (request.headers.cookie ?? '').split(';').map((part) => part.trim().split('=', 2) as [string, string?]);
  const cookieNamed = (name: string): string | undefined => pairs.find(([key]) => key === name)?.[1];
  return cookieNamed(securedCookie) ?? (isEncrypted(request, parts.config.trustsProxy) ? undefined : cookieNamed(sessionCookie));
};
