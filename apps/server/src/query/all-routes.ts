import { routes } from '@tocsin/contracts/routes.js';
import type { Route } from '@tocsin/contracts/routes/route.js';
import { shapes } from '@tocsin/contracts/shapes.js';
import type { z } from 'zod';
import { senderRoutes, senderShapes } from '../ingest/sender-routes.js';

/** Every HTTP route: those of the contracts, and those of senders. */
export const allRoutes: readonly Route<string>[] = [...routes, ...senderRoutes];

/** Every body and answer of a route, by the name it has in the OpenAPI document. */
export const allShapes: Readonly<Record<string, z.ZodType>> = { ...shapes, ...senderShapes };
