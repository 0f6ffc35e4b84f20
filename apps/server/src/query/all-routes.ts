import { routes } from '@tocsin/contracts/routes.js';
import type { Route } from '@tocsin/contracts/routes/route.js';
import { senderRoutes } from '../ingest/sender-routes.js';

/** Every HTTP route: those of the contracts, and those of senders. */
export const allRoutes: readonly Route[] = [...routes, ...senderRoutes];
