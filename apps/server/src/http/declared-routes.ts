import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routes } from '@tocsin/contracts/routes.js';
import { openBudgets, type CookieName, type OpenBudget, type OpenTerms } from '@tocsin/contracts/routes/open-terms.js';
import { isGenericPath } from './route-access.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is entered without a session. */
    terms?: OpenTerms;
    cookies?: readonly CookieName[];
  }
}

const listedRoutes = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));

/**
 * Gives each route what the list of routes declares of it. A route that is registered with Fastify itself, which no guard stands before, and that is
 * neither listed nor declares terms, ends the start. Call it before the routes are registered.
 */
export const readDeclarations = (server: FastifyInstance): void => {
  server.addHook('onRoute', (route) => {
    const [method = ''] = [route.method].flat();
    const listed = listedRoutes.get(`${method === 'HEAD' ? 'GET' : method} ${route.url}`);
    const terms = route.config?.terms ?? listed?.terms;
    if (!listed && !terms && !isGenericPath(route.url)) throw new Error(`${method} ${route.url} declares neither a permission nor terms`);
    route.config = { ...route.config, ...(terms ? { terms } : {}), ...(listed?.cookies ? { cookies: listed.cookies } : {}) };
    if (terms?.bodyBytes !== undefined) route.bodyLimit = terms.bodyBytes;
  });
};

type OfBudget<Of> = { [K in OpenBudget]: (typeof openBudgets)[K]['of'] extends Of ? K : never }[OpenBudget];
export type NetworkBudget = OfBudget<'network'>;
export type HolderBudget = OfBudget<'holder'>;

/** The terms on which this request may come without a session; undefined: on none. */
export const termsOf = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): OpenTerms | undefined => routeOptions.config?.terms;

const isOf = <Of extends 'network' | 'holder'>(rate: OpenTerms['rate'] | undefined, of: Of): rate is OfBudget<Of> =>
  rate !== undefined && rate !== 'none' && openBudgets[rate].of === of;

/** The budget of its network; undefined when it has none. */
export const networkBudgetOf = ({ rate }: OpenTerms): NetworkBudget | undefined => (isOf(rate, 'network') ? rate : undefined);

/** The budget of the secret by which this request came: a page link, a feed. */
export const holderBudgetOf = (request: Pick<FastifyRequest, 'routeOptions'>): HolderBudget => {
  const rate = termsOf(request)?.rate;
  if (isOf(rate, 'holder')) return rate;
  throw new Error(`${request.routeOptions.url} declares no budget for holders of its secret`);
};
