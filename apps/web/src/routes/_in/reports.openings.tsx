import { createFileRoute } from '@tanstack/react-router';
import { OpeningsScreen } from '../../features/reports/openings-screen.js';
import { reportSearchFrom, type OpeningsSearch } from '../../features/reports/search.js';

export const Route = createFileRoute('/_in/reports/openings')({
  validateSearch: (values: Record<string, unknown>): OpeningsSearch => reportSearchFrom(values),
  component: RouteScreen,
});

function RouteScreen() {
  return <OpeningsScreen search={Route.useSearch()} />;
}
