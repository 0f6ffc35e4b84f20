import { serverRoutes } from './routes/server-routes.js';
import { sessionRoutes } from './routes/session-routes.js';
import { commandRoutes } from './routes/command-routes.js';
import { onCallRoutes } from './routes/on-call-routes.js';
import { feedRoutes } from './routes/feed-routes.js';
import { viewRoutes } from './routes/view-routes.js';
import { tokenRoutes } from './routes/token-routes.js';
import { drillRoutes } from './routes/drill-routes.js';
import { backtestRoutes } from './routes/backtest-routes.js';
import { configRoutes } from './routes/config-routes.js';
import { importRoutes } from './routes/import-routes.js';
import { importedHistoryRoutes } from './routes/imported-history-routes.js';
import { movingInRoutes } from './routes/moving-in-routes.js';
import { reportRoutes } from './routes/report-routes.js';
import { pageRoutes } from './routes/page-routes.js';
import { testRoutes } from './routes/test-routes.js';
import type { Route } from './routes/route.js';

/** All HTTP routes except the endpoints of senders, which declare their own. The socket is at `livePath`. */
export const routes: readonly Route[] = [
  ...serverRoutes,
  ...sessionRoutes,
  ...commandRoutes,
  ...viewRoutes,
  ...reportRoutes,
  ...drillRoutes,
  ...backtestRoutes,
  ...importRoutes,
  ...importedHistoryRoutes,
  ...configRoutes,
  ...movingInRoutes,
  ...onCallRoutes,
  ...feedRoutes,
  ...tokenRoutes,
  ...pageRoutes,
  ...testRoutes,
];

/** Path of socket.io; requires a session. */
export const livePath = '/live';
