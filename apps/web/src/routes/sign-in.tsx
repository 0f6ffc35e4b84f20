import { createFileRoute } from '@tanstack/react-router';
import { SignInScreen } from '../features/session/sign-in-screen.js';

export const Route = createFileRoute('/sign-in')({
  validateSearch: ({ to }): { to?: string } => (typeof to === 'string' && /^\/(?!\/)/.test(to) ? { to } : {}),
  component: Shown,
});

function Shown() {
  return <SignInScreen to={Route.useSearch().to ?? '/alerts'} />;
}
