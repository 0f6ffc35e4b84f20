import { createFileRoute } from '@tanstack/react-router';
import { DrillScreen } from '../../features/drills/drill-screen.js';
import { drillSearchFrom } from '../../features/drills/drill-search.js';

export const Route = createFileRoute('/_in/reports/drill')({
  validateSearch: drillSearchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  const navigate = Route.useNavigate();
  return <DrillScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
