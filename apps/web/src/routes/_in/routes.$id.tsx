import { createFileRoute } from '@tanstack/react-router';
import { IntegrationRoutesScreen } from '../../features/route-rules/integration-routes-screen.js';

export const Route = createFileRoute('/_in/routes/$id')({ component: RouteScreen });

function RouteScreen() {
  const { id } = Route.useParams();
  return <IntegrationRoutesScreen key={id} id={id} />;
}
