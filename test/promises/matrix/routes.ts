import { allRoutes as routes } from '../../../apps/server/src/query/all-routes.js';
import type { Route } from '@tocsin/contracts/routes/route.js';
import type { Member, World } from './cast.js';
import type { About } from './expected.js';

/** One request to a route that is no command. */
export interface RouteSample {
  readonly path: (world: World, who: Member) => string;
  readonly about: (who: Member) => About;
}

const nowhere = (): About => ({ team: null, own: false });
const own = ({ caller }: Member): About => ({ team: null, own: caller.kind === 'person' });
const at = (path: string): RouteSample => ({ path: () => path, about: nowhere });

export const named = ({ method, path }: Pick<Route<string>, 'method' | 'path'>): string => `${method} ${path}`;

/** Routes with path parameters. Other routes are requested as they are. */
const samples: Readonly<Record<string, readonly RouteSample[]>> = {
  'GET /api/people/:id/access': [
    { path: ({ other }, { personId }) => `/api/people/${personId ?? other}/access`, about: own },
    { path: ({ other }) => `/api/people/${other}/access`, about: nowhere },
  ],
  'DELETE /api/people/:id/sessions': [{ path: ({ other }) => `/api/people/${other}/sessions`, about: nowhere }],
  'DELETE /api/people/:id/sessions/:key': [{ path: ({ other }) => `/api/people/${other}/sessions/none`, about: nowhere }],
  'GET /api/events/export': [at('/api/events/export?format=csv')],
  'GET /api/events/:ordinal': [at('/api/events/1')],
  'GET /api/events/by-id/:id': [at('/api/events/by-id/none')],
  'GET /api/events/:ordinal/causes': [at('/api/events/1/causes')],
  'GET /api/events/:ordinal/effects': [at('/api/events/1/effects')],
  'GET /api/why': [{ path: ({ other }) => `/api/why?person=${other}`, about: nowhere }],
  'GET /api/integrations/:id/keys': [{ path: ({ teams }) => `/api/integrations/${teams.theirs.integrationId}/keys`, about: nowhere }],
  'GET /api/schedules/:id/shifts': [
    {
      path: ({ teams }) => `/api/schedules/${teams.theirs.scheduleId}/shifts?from=2026-11-23T00:00:00.000Z&to=2026-11-24T00:00:00.000Z`,
      about: nowhere,
    },
  ],
  'GET /api/schedules/:id/quality': [{ path: ({ teams }) => `/api/schedules/${teams.theirs.scheduleId}/quality`, about: nowhere }],
  'GET /api/schedules/:id/zone-table': [{ path: ({ teams }) => `/api/schedules/${teams.theirs.scheduleId}/zone-table`, about: nowhere }],
  'GET /api/policies/:id/people': [{ path: ({ teams }) => `/api/policies/${teams.theirs.policyId}/people`, about: nowhere }],
  'POST /api/schedules/:id/calendar': (['ours', 'theirs'] as const).map((team) => ({
    path: ({ teams }) => `/api/schedules/${teams[team].scheduleId}/calendar`,
    about: () => ({ team, own: false }),
  })),
  'POST /api/schedules/:id/draft': [at('/api/schedules/none/draft')],
  'GET /api/tokens/last-uses': [{ path: () => '/api/tokens/last-uses', about: own }],
  'GET /api/backtests/:id': [at('/api/backtests/none')],
  'GET /api/backtests/:id/differences': [at('/api/backtests/none/differences')],
  'DELETE /api/backtests/:id': [at('/api/backtests/none')],
  'GET /api/imports/:id': [at('/api/imports/none')],
  'DELETE /api/imports/:id': [at('/api/imports/none')],
  'GET /api/reached/:challenge': [at('/api/reached/wrong')],
  'GET /api/invitations/:token': [at('/api/invitations/wrong')],
  'POST /api/invitations/:token': [at('/api/invitations/wrong')],
  'GET /api/password-resets/:token': [at('/api/password-resets/wrong')],
  'POST /api/password-resets/:token': [at('/api/password-resets/wrong')],
  'GET /feeds/:token.ics': [at('/feeds/wrong.ics')],
  'GET /api/pages/:secret': [at('/api/pages/wrong')],
  'POST /api/pages/:secret': [at('/api/pages/wrong')],
};

const missing = '01900000-0000-7000-8000-00000000dead';

/** Sample requests of a route; none: a sample is missing. */
export const samplesOf = (route: Route<string>): readonly RouteSample[] => {
  if (route.room === 'ingest') return [at(route.path.replace(':key', 'wrong'))];
  if (route.view) return [at(route.path.replace(':id', missing))];
  return samples[named(route)] ?? (route.path.includes(':') ? [] : [at(route.path)]);
};

/** Every route except the commands, which have their own bodies, and those tested separately. */
export const askedPlainly = routes.filter(
  ({ command, path, method }) => !command && path !== '/api/bulk' && !(method === 'DELETE' && path === '/api/session'),
);

/** Routes as registered at the server: one for all commands, one for all views and one for all reports, except for the lists behind their numbers. */
const asServed = (path: string): string =>
  path
    .replace(/^\/api\/commands\/[^/]+$/, '/api/commands/:type')
    .replace(/^\/api\/views\/[^/]+/, '/api/views/:view')
    .replace(/^\/api\/reports\/(?!openings$)[^/]+/, '/api/reports/:report');

/** Routes that are served but not listed, and vice versa. A HEAD is served for every GET. */
export const differences = (served: readonly string[], listed: readonly Pick<Route<string>, 'method' | 'path'>[]): readonly string[] => {
  const known = new Set(listed.map(({ method, path }) => `${method} ${asServed(path)}`));
  const there = new Set(served.filter((one) => !one.startsWith('HEAD ')));
  return [
    ...[...there].filter((one) => !known.has(one)).map((one) => `served, and not listed: ${one}`),
    ...[...known].filter((one) => !there.has(one)).map((one) => `listed, and not served: ${one}`),
  ];
};
