import { createFileRoute } from '@tanstack/react-router';
import { ResponseScreen } from '../../features/reports/response-screen.js';
import { reportSearchFrom } from '../../features/reports/search.js';

export const Route = createFileRoute('/_in/reports/response')({
  validateSearch: reportSearchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  const navigate = Route.useNavigate();
  return <ResponseScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
