import { createFileRoute } from '@tanstack/react-router';
import { BacktestScreen } from '../../features/reports/backtest-screen.js';
import { backtestSearchFrom } from '../../features/reports/backtest-search.js';

export const Route = createFileRoute('/_in/reports/backtest')({
  validateSearch: backtestSearchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  return <BacktestScreen search={Route.useSearch()} />;
}
