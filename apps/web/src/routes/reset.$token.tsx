import { createFileRoute } from '@tanstack/react-router';
import { ResetScreen } from '../features/session/reset-screen.js';

export const Route = createFileRoute('/reset/$token')({ component: RouteScreen });

function RouteScreen() {
  const { token } = Route.useParams();
  return <ResetScreen key={token} token={token} />;
}
