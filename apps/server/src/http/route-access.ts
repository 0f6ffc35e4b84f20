import type { FastifyRequest } from 'fastify';
import { permissions, type Permission } from '@tocsin/contracts/permissions.js';
import { routes } from '@tocsin/contracts/routes.js';
import type { Entrance, Route } from '@tocsin/contracts/routes/route.js';

const listed: ReadonlyMap<string, Route> = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));

/** Parameters that are replaced by their value before the lookup: the list of routes has a line for each command and each view. */
const parameterNames = ['type', 'view', 'report'] as const;

/** Whether a path stands for many of the list, which are for callers who are signed in. */
export const isGenericPath = (path: string): boolean => parameterNames.some((name) => path.includes(`/:${name}`));

type Asked = Pick<FastifyRequest, 'method' | 'routeOptions' | 'params'>;

const routeOf = ({ method, routeOptions, params }: Asked): Route | undefined => {
  let path = routeOptions.url ?? '';
  for (const name of parameterNames) path = path.replace(`:${name}`, (params as Record<string, string> | undefined)?.[name] ?? `:${name}`);
  return listed.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
};

/** The permission or credential that a route needs, from the list of routes; undefined for a route that is not in the list. */
export const entranceOf = (request: Asked): Entrance | undefined => routeOf(request)?.permission;

/** The parameter that bounds what is read there; undefined: nothing does. */
export const boundOf = (request: Asked): Route['boundBy'] => routeOf(request)?.boundBy;

export const isPermission = (entrance: Entrance | undefined): entrance is Permission => entrance !== undefined && entrance in permissions;
