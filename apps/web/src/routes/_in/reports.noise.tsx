import { createFileRoute } from '@tanstack/react-router';
import { NoiseScreen } from '../../features/reports/noise-screen.js';
import { reportSearchFrom } from '../../features/reports/search.js';

export const Route = createFileRoute('/_in/reports/noise')({
  validateSearch: reportSearchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  const navigate = Route.useNavigate();
  return <NoiseScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
