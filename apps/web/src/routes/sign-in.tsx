import { createFileRoute } from '@tanstack/react-router';
import { SignInScreen } from '../features/session/sign-in-screen.js';

export const Route = createFileRoute('/sign-in')({
  validateSearch: ({ to, problem }): { to?: string; problem?: string } => ({
    ...(typeof to === 'string' && /^\/(?!\/)/.test(to) ? { to } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
  }),
  component: Shown,
});

function Shown() {
  const { to, problem } = Route.useSearch();
  return <SignInScreen to={to ?? '/alerts'} {...(problem ? { problem } : {})} />;
}
