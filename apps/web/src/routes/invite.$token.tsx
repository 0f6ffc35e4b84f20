import { createFileRoute } from '@tanstack/react-router';
import { InvitationScreen } from '../features/session/invitation-screen.js';

export const Route = createFileRoute('/invite/$token')({ component: Shown });

function Shown() {
  const { token } = Route.useParams();
  return <InvitationScreen key={token} token={token} />;
}
