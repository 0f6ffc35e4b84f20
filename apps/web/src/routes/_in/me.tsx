import { createFileRoute } from '@tanstack/react-router';
import { MeScreen } from '../../features/me/me-screen.js';
import { MyReadiness } from '../../features/readiness/my-readiness.js';

export const Route = createFileRoute('/_in/me')({
  /** `add=phone`: where the code that a phone scans leads to. */
  validateSearch: ({ add }: Record<string, unknown>): { add?: 'phone' } => (add === 'phone' ? { add } : {}),
  component: RouteScreen,
});

function RouteScreen() {
  const { add } = Route.useSearch();
  return <MeScreen readiness={MyReadiness} phone={add === 'phone'} />;
}
