import { allRoutes as routes } from '../../../apps/server/src/query/all-routes.js';
import type { Route } from '@tocsin/contracts/routes/route.js';
import type { Member, World } from './cast.js';
import type { SampleScope } from './expected.js';

/** One request to a route that is no command. */
export interface RouteSample {
  readonly path: (world: World, member: Member) => string;
  readonly scopeOf: (member: Member) => SampleScope;
}

const noScope = (): SampleScope => ({ team: null, isOwn: false });
const ownScope = ({ caller }: Member): SampleScope => ({ team: null, isOwn: caller.kind === 'person' });
const routeAt = (path: string): RouteSample => ({ path: () => path, scopeOf: noScope });

export const nameOfRoute = ({ method, path }: Pick<Route<string>, 'method' | 'path'>): string => `${method} ${path}`;

/** Routes with path parameters. Other routes are requested as they are. */
const samples: Readonly<Record<string, readonly RouteSample[]>> = {
  'GET /api/people/:id/access': [
    { path: ({ other }, { personId }) => `/api/people/${personId ?? other}/access`, scopeOf: ownScope },
    { path: ({ other }) => `/api/people/${other}/access`, scopeOf: noScope },
  ],
  'GET /api/imported-history/people/:id': [{ path: ({ other }) => `/api/imported-history/people/${other}`, scopeOf: noScope }],
  'DELETE /api/people/:id/sessions': [{ path: ({ other }) => `/api/people/${other}/sessions`, scopeOf: noScope }],
  'DELETE /api/people/:id/sessions/:key': [{ path: ({ other }) => `/api/people/${other}/sessions/none`, scopeOf: noScope }],
  'GET /api/events/export': [routeAt('/api/events/export?format=csv')],
  'GET /api/events/:ordinal': [routeAt('/api/events/1')],
  'GET /api/events/by-id/:id': [routeAt('/api/events/by-id/none')],
  'GET /api/events/:ordinal/causes': [routeAt('/api/events/1/causes')],
  'GET /api/events/:ordinal/effects': [routeAt('/api/events/1/effects')],
  'GET /api/exported-files/:id': [routeAt('/api/exported-files/none')],
  'GET /api/films/:id': [routeAt('/api/films/none')],
  'GET /api/why': [{ path: ({ other }) => `/api/why?person=${other}`, scopeOf: noScope }],
  'GET /api/integrations/:id/keys': [{ path: ({ teams }) => `/api/integrations/${teams.theirs.integrationId}/keys`, scopeOf: noScope }],
  'GET /api/integrations/:id/mapping': [
    { path: ({ teams }) => `/api/integrations/${teams.theirs.integrationId}/mapping`, scopeOf: noScope },
  ],
  'POST /api/integrations/:id/mapping/try': [
    { path: ({ teams }) => `/api/integrations/${teams.theirs.integrationId}/mapping/try`, scopeOf: noScope },
  ],
  'POST /api/integrations/:id/routes/try': [
    { path: ({ teams }) => `/api/integrations/${teams.theirs.integrationId}/routes/try`, scopeOf: noScope },
  ],
  'POST /api/lookups/try': [routeAt('/api/lookups/try')],
  'POST /api/services/:id/grouping/try': [
    { path: ({ teams }) => `/api/services/${teams.theirs.serviceId}/grouping/try`, scopeOf: noScope },
  ],
  'POST /api/routes/try': [routeAt('/api/routes/try')],
  'GET /api/schedules/:id/shifts': [
    {
      path: ({ teams }) => `/api/schedules/${teams.theirs.scheduleId}/shifts?from=2026-11-23T00:00:00.000Z&to=2026-11-24T00:00:00.000Z`,
      scopeOf: noScope,
    },
  ],
  'GET /api/schedules/:id/quality': [{ path: ({ teams }) => `/api/schedules/${teams.theirs.scheduleId}/quality`, scopeOf: noScope }],
  'GET /api/schedules/:id/zone-table': [{ path: ({ teams }) => `/api/schedules/${teams.theirs.scheduleId}/zone-table`, scopeOf: noScope }],
  'GET /api/policies/:id/people': [{ path: ({ teams }) => `/api/policies/${teams.theirs.policyId}/people`, scopeOf: noScope }],
  'POST /api/schedules/:id/calendar': (['ours', 'theirs'] as const).map((team) => ({
    path: ({ teams }) => `/api/schedules/${teams[team].scheduleId}/calendar`,
    scopeOf: () => ({ team, isOwn: false }),
  })),
  // what files of another team would change is refused command by command
  'POST /api/config/apply': [{ path: () => '/api/config/apply', scopeOf: () => ({ team: 'ours', isOwn: false }) }],
  'GET /api/config/export': [{ path: () => '/api/config/export', scopeOf: () => ({ team: 'ours', isOwn: false }) }],
  'POST /api/schedules/:id/draft': [routeAt('/api/schedules/none/draft')],
  'GET /api/tokens/last-uses': [{ path: () => '/api/tokens/last-uses', scopeOf: ownScope }],
  'GET /api/backtests/:id': [routeAt('/api/backtests/none')],
  'GET /api/backtests/:id/differences': [routeAt('/api/backtests/none/differences')],
  'DELETE /api/backtests/:id': [routeAt('/api/backtests/none')],
  'GET /api/imports/:id': [routeAt('/api/imports/none')],
  'DELETE /api/imports/:id': [routeAt('/api/imports/none')],
  'GET /api/reached/:challenge': [routeAt('/api/reached/wrong')],
  'GET /api/invitations/:token': [routeAt('/api/invitations/wrong')],
  'POST /api/invitations/:token': [routeAt('/api/invitations/wrong')],
  'GET /api/password-resets/:token': [routeAt('/api/password-resets/wrong')],
  'POST /api/password-resets/:token': [routeAt('/api/password-resets/wrong')],
  'GET /feeds/:token.ics': [routeAt('/feeds/wrong.ics')],
  'GET /api/pages/:secret': [routeAt('/api/pages/wrong')],
  'GET /api/follows/:secret': [routeAt('/api/follows/wrong')],
  'POST /api/follows/:secret': [routeAt('/api/follows/wrong')],
  'POST /api/channels/sms/:secret/:message': [routeAt('/api/channels/sms/wrong/wrong')],
  'POST /api/channels/voice/:secret/:message': [routeAt('/api/channels/voice/wrong/wrong')],
  'POST /api/channels/slack/:connection': [routeAt('/api/channels/slack/wrong')],
  'GET /api/channels/gateway/:connection/:mac': [routeAt('/api/channels/gateway/wrong/wrong')],
  'GET /api/channels/gateway/:connection/:mac/:secret/:message': [routeAt('/api/channels/gateway/wrong/wrong/wrong/wrong')],
  'POST /api/channels/gateway/:connection/:mac': [routeAt('/api/channels/gateway/wrong/wrong')],
  'POST /api/channels/gateway/:connection/:mac/:secret/:message': [routeAt('/api/channels/gateway/wrong/wrong/wrong/wrong')],
  'POST /api/pages/:secret': [routeAt('/api/pages/wrong')],
};

const missing = '01900000-0000-7000-8000-00000000dead';

/** Sample requests of a route; none: a sample is missing. */
export const samplesOf = (route: Route<string>): readonly RouteSample[] => {
  if (route.room === 'ingest') return [routeAt(route.path.replace(':key', 'wrong'))];
  if (route.view) return [routeAt(route.path.replace(':id', missing))];
  return samples[nameOfRoute(route)] ?? (route.path.includes(':') ? [] : [routeAt(route.path)]);
};

/** Every route except the commands, which have their own bodies, and those tested separately. */
export const askedPlainly = routes.filter(
  ({ command, path, method }) => !command && path !== '/api/bulk' && !(method === 'DELETE' && path === '/api/session'),
);

/** Routes as registered at the server: one for all commands, one for all views and one for all reports, except for the lists behind their numbers. */
const toServedPath = (path: string): string =>
  path
    .replace(/^\/api\/commands\/[^/]+$/, '/api/commands/:type')
    .replace(/^\/api\/views\/[^/]+/, '/api/views/:view')
    .replace(/^\/api\/reports\/(?!openings$)[^/]+/, '/api/reports/:report');

/** It answers and refuses in the form of JSON-RPC, each call by the routes that it reads: `a-model-reads-what-its-token-may`. */
const inOwnForm: ReadonlySet<string> = new Set(['POST /mcp']);

/** Routes that are served but not listed, and vice versa. A HEAD is served for every GET. */
export const diffRoutes = (
  servedNames: readonly string[],
  listed: readonly Pick<Route<string>, 'method' | 'path'>[],
): readonly string[] => {
  const listedPaths = new Set(listed.map(({ method, path }) => `${method} ${toServedPath(path)}`));
  const servedPaths = new Set(servedNames.filter((one) => !one.startsWith('HEAD ') && !inOwnForm.has(one)));
  return [
    ...[...servedPaths].filter((one) => !listedPaths.has(one)).map((one) => `served, and not listed: ${one}`),
    ...[...listedPaths].filter((one) => !servedPaths.has(one)).map((one) => `listed, and not served: ${one}`),
  ];
};
