import { createFileRoute } from '@tanstack/react-router';
import { AlertsScreen } from '../../features/alerts/alerts-screen.js';
import { searchFrom } from '../../features/alerts/filters.js';

export const Route = createFileRoute('/_in/alerts/')({
  validateSearch: searchFrom,
  component: Shown,
});

function Shown() {
  const navigate = Route.useNavigate();
  return <AlertsScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })} />;
}
