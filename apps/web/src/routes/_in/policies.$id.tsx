import { createFileRoute } from '@tanstack/react-router';
import { PolicyReadiness } from '../../features/readiness/shared-readiness.js';
import { PolicyScreen } from '../../features/policies/policy-screen.js';

export const Route = createFileRoute('/_in/policies/$id')({ component: RouteScreen });

function RouteScreen() {
  const { id } = Route.useParams();
  return <PolicyScreen key={id} id={id} readiness={PolicyReadiness} />;
}
