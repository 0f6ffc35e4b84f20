import { createFileRoute } from '@tanstack/react-router';
import { InvitationScreen } from '../features/session/invitation-screen.js';

export const Route = createFileRoute('/invite/$token')({ component: RouteScreen });

function RouteScreen() {
  const { token } = Route.useParams();
  return <InvitationScreen key={token} token={token} />;
}
