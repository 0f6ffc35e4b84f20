import { createFileRoute } from '@tanstack/react-router';
import { DeliveryScreen } from '../../features/reports/delivery-screen.js';
import { reportSearchFrom } from '../../features/reports/search.js';

export const Route = createFileRoute('/_in/reports/delivery')({
  validateSearch: reportSearchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  const navigate = Route.useNavigate();
  return <DeliveryScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
