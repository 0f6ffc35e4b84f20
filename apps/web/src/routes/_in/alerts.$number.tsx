import { createFileRoute } from '@tanstack/react-router';
import { AlertGroupScreen } from '../../features/alerts/group/alert-group-screen.js';

export const Route = createFileRoute('/_in/alerts/$number')({ component: RouteScreen });

function RouteScreen() {
  const { number } = Route.useParams();
  return <AlertGroupScreen key={number} number={number} />;
}
