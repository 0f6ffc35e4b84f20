import { deriveNamedId } from '@tocsin/kernel/ids.js';

/** The id under which files own the routes of an integration, which has an id of its own, or of the organisation. */
export const routesItemId = (routerId: string): string => deriveNamedId('config-routes', routerId);
