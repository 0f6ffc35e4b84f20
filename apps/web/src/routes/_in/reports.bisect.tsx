import { createFileRoute } from '@tanstack/react-router';
import { backtestSearchFrom } from '../../features/reports/backtest-search.js';
import { BisectScreen } from '../../features/reports/bisect-screen.js';

export const Route = createFileRoute('/_in/reports/bisect')({
  validateSearch: backtestSearchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  return <BisectScreen id={Route.useSearch().id} />;
}
