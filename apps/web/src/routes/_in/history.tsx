import { createFileRoute } from '@tanstack/react-router';
import { HistoryScreen } from '../../features/history/history-screen.js';
import { searchFrom } from '../../features/history/search.js';

export const Route = createFileRoute('/_in/history')({
  validateSearch: searchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  const navigate = Route.useNavigate();
  return <HistoryScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
