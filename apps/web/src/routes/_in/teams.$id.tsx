import { createFileRoute } from '@tanstack/react-router';
import { TeamReadiness } from '../../features/readiness/shared-readiness.js';
import { TeamScreen } from '../../features/teams/team-screen.js';

export const Route = createFileRoute('/_in/teams/$id')({ component: RouteScreen });

function RouteScreen() {
  const { id } = Route.useParams();
  return <TeamScreen key={id} id={id} readiness={TeamReadiness} />;
}
