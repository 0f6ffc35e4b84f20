import { appPaths } from '@tocsin/contracts/page-paths.gen.js';
import type { Stage } from '../stage/stage.js';

/** Every route of the web app: `/alerts/$number` … New routes are included automatically. */
export const appRoutes = (): readonly string[] => appPaths;

/** Whether an address, without its query, matches a route. */
export const isOfRoute = (route: string, address: string): boolean =>
  new RegExp(`^${route.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`).test(address.split('?')[0]!);

/** An address for a route, filled with objects of the stage: the first alert group, Ana, her team … */
export function addressOf(route: string, { ana, setUpAnswer: made }: Stage): string {
  const addresses: Readonly<Record<string, string>> = {
    '/alerts/$number': '/alerts/1',
    '/hand-over/$schedule': '/hand-over/00000000-0000-7000-8000-000000000000',
    '/heartbeats/$id': '/heartbeats/00000000-0000-7000-8000-000000000000',
    '/mappings/$id': `/mappings/${made.integrationId}`,
    '/people/$id': `/people/${ana.personId}`,
    '/policies/$id': `/policies/${made.policyId}`,
    '/routes/$id': `/routes/${made.integrationId}`,
    '/schedules/$id': '/schedules/00000000-0000-7000-8000-000000000000',
    '/services/$id': `/services/${made.serviceId}`,
    '/teams/$id': `/teams/${made.teamId}`,
    '/invite/$token': '/invite/nothing',
    '/reset/$token': '/reset/nothing',
    '/unfollow/$secret': '/unfollow/nothing',
  };
  const address = addresses[route] ?? route;
  if (address.includes('$')) throw new Error(`Say in addressOf what stands in ${route}`);
  return address;
}
