import type { ServerParts } from '../core/server-parts.js';
import { isHttps, type Arrival } from './arrival.js';

type Needs = Pick<ServerParts, 'config' | 'reads'>;

/** A cookie of a request; undefined when it is not there. */
export const cookieIn = ({ headers }: Pick<Arrival, 'headers'>, name: string): string | undefined =>
  (headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);

interface CookieOptions {
  /** Seconds; 0 takes it away. */
  readonly maxAge: number;
  readonly path?: string;
}

/** `Set-Cookie` of one that no script can read, and that other sites’ forms don’t send. */
export const setCookie = (parts: Needs, request: Arrival, name: string, value: string, { maxAge, path = '/' }: CookieOptions): string =>
  `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isHttps(parts, request) ? '; Secure' : ''}`;
