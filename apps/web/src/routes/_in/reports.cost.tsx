import { createFileRoute } from '@tanstack/react-router';
import { CostScreen } from '../../features/reports/cost-screen.js';
import { reportSearchFrom } from '../../features/reports/search.js';

export const Route = createFileRoute('/_in/reports/cost')({
  validateSearch: reportSearchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  const navigate = Route.useNavigate();
  return <CostScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
