import { createFileRoute } from '@tanstack/react-router';
import { AlertGroupScreen } from '../../features/alerts/group/alert-group-screen.js';

export const Route = createFileRoute('/_in/alerts/$number')({
  /** `frame`: the film of the group, at this ordinal. */
  validateSearch: ({ frame }: Record<string, unknown>): { frame?: number } =>
    Number.isSafeInteger(frame) && (frame as number) >= 0 ? { frame: frame as number } : {},
  component: RouteScreen,
});

function RouteScreen() {
  const { number } = Route.useParams();
  const { frame } = Route.useSearch();
  return <AlertGroupScreen key={number} number={number} frame={frame} />;
}
