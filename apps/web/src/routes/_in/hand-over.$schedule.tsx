import { createFileRoute } from '@tanstack/react-router';
import { HandOverScreen } from '../../features/alerts/hand-over-screen.js';

export const Route = createFileRoute('/_in/hand-over/$schedule')({ component: RouteScreen });

function RouteScreen() {
  const { schedule } = Route.useParams();
  return <HandOverScreen key={schedule} scheduleId={schedule} />;
}
