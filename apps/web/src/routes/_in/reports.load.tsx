import { createFileRoute } from '@tanstack/react-router';
import { LoadScreen } from '../../features/reports/load-screen.js';
import { reportSearchFrom } from '../../features/reports/search.js';

export const Route = createFileRoute('/_in/reports/load')({
  validateSearch: reportSearchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  const navigate = Route.useNavigate();
  return <LoadScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
