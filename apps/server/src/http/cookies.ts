import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieName } from '@tocsin/contracts/routes/open-terms.js';
import type { ServerParts } from '../core/server-parts.js';
import { isHttps, type Arrival } from './client-origin.js';

type Dependencies = Pick<ServerParts, 'config' | 'reads'>;

/** A cookie of a request; undefined when it is missing. */
export const cookieIn = ({ headers }: Pick<Arrival, 'headers'>, name: string): string | undefined =>
  (headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);

interface CookieOptions {
  /** Seconds; 0 deletes the cookie. */
  readonly maxAge: number;
  readonly path?: string;
}

/** A `Set-Cookie` header; the cookie is hidden from scripts and not sent with forms of other sites. */
export const setCookie = (
  parts: Dependencies,
  request: Arrival,
  name: CookieName,
  value: string,
  { maxAge, path = '/' }: CookieOptions,
): string => `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isHttps(parts, request) ? '; Secure' : ''}`;

/** Sets cookies, which the route must declare. */
export const sendCookies = (
  { routeOptions: { config, url } }: FastifyRequest,
  reply: FastifyReply,
  cookies: Readonly<Partial<Record<CookieName, string>>>,
): void => {
  const undeclared = Object.keys(cookies).find((name) => !config.cookies?.includes(name as CookieName));
  if (undeclared !== undefined) throw new Error(`${url} does not declare the cookie ${undeclared}`);
  reply.header('set-cookie', Object.values(cookies));
};
