import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../routes/tree.js';
import { ScreenFailure } from './screen-failure.js';
import { NotFound } from './not-found.js';
import { ScreenPlaceholder } from './screen-placeholder.js';

export const createAppRouter = (client: QueryClient) =>
  createRouter({
    routeTree,
    context: { client },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ScreenFailure,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: ScreenPlaceholder,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
