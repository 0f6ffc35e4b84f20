import { createFileRoute } from '@tanstack/react-router';
import { HeartbeatScreen } from '../../features/heartbeats/heartbeat-screen.js';

export const Route = createFileRoute('/_in/heartbeats/$id')({ component: RouteScreen });

function RouteScreen() {
  const { id } = Route.useParams();
  return <HeartbeatScreen key={id} id={id} />;
}
