import { createFileRoute } from '@tanstack/react-router';
import { ServiceReadiness } from '../../features/readiness/shared-readiness.js';
import { ServiceScreen } from '../../features/services/service-screen.js';

export const Route = createFileRoute('/_in/services/$id')({ component: RouteScreen });

function RouteScreen() {
  const { id } = Route.useParams();
  return <ServiceScreen key={id} id={id} readiness={ServiceReadiness} />;
}
