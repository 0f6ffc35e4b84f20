import { createFileRoute, redirect } from '@tanstack/react-router';
import { loadCaller } from '../app/load-caller.js';
import { sessionQuery } from '../data/session/session.js';
import { SignInScreen } from '../features/session/sign-in-screen.js';

export const Route = createFileRoute('/sign-in')({
  validateSearch: ({ to, problem }): { to?: string; problem?: string } => ({
    ...(typeof to === 'string' && /^\/(?!\/)/.test(to) ? { to } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
  }),
  // signed-in visitors are redirected; inside the app this route is reached after sign-out or expiry
  beforeLoad: async ({ context: { client }, search: { to, problem } }) => {
    if (problem !== undefined || client.getQueryData(sessionQuery.queryKey) !== undefined) return;
    const here = await loadCaller(client).catch(() => null);
    if (here?.session) throw redirect({ href: to ?? '/alerts' });
  },
  component: RouteScreen,
});

function RouteScreen() {
  const { to, problem } = Route.useSearch();
  return <SignInScreen to={to ?? '/alerts'} {...(problem ? { problem } : {})} />;
}
