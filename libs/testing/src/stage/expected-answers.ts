import { routes } from '@tocsin/contracts/routes.js';
import { expectedRefusals } from '@tocsin/contracts/routes/expected-refusals.js';
import type { Problem } from '@tocsin/contracts/refusals.js';

const patterns = routes.map((route) => ({ route, pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`) }));

/** Throws if the server refused by a code that the document of its API does not name for this route. */
export function requireExpected(method: string, path: string, status: number, body: unknown): void {
  if (status < 400 || status === 500) return;
  const [pathname] = path.split('?');
  // an address without parameters is meant before one with them: /api/people/import, /api/people/:id
  const route = patterns
    .filter(({ pattern, route: { method: its } }) => its === method && pattern.test(pathname!))
    .map(({ route: its }) => its);
  const { code } = (body ?? {}) as Partial<Problem>;
  if (code !== undefined && route.length > 0 && !route.some((one) => expectedRefusals(one).has(code)))
    throw new Error(`${method} ${pathname} was refused by ${code}, which its route does not declare`);
}
