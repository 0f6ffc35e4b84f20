import { createFileRoute } from '@tanstack/react-router';
import { TheirReadiness } from '../../features/readiness/their-readiness.js';
import { PersonScreen } from '../../features/people/person-screen.js';

export const Route = createFileRoute('/_in/people/$id')({ component: RouteScreen });

function RouteScreen() {
  const { id } = Route.useParams();
  return <PersonScreen key={id} id={id} readiness={TheirReadiness} />;
}
