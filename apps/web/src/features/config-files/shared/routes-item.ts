import { v5 } from 'uuid';

/** As the server derives ids from names. */
const namespace = '6f1d3c1e-6f0f-5d0c-9a63-7f0d7c0a51e1';

/** The id under which files own the routes of an integration, which has an id of its own, or of the organisation. */
export const routesItemId = (routerId: string): string => v5(`config-routes|${routerId}`, namespace);
