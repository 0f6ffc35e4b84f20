import { createFileRoute } from '@tanstack/react-router';
import { UnfollowScreen } from '../features/session/unfollow-screen.js';

export const Route = createFileRoute('/unfollow/$secret')({ component: RouteScreen });

function RouteScreen() {
  const { secret } = Route.useParams();
  return <UnfollowScreen key={secret} secret={secret} />;
}
