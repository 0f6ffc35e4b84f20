import { createFileRoute, redirect } from '@tanstack/react-router';
import { SignedIn } from '../app/signed-in.js';
import { sessionQuery, statusQuery } from '../data/session.js';

/** Everything behind the sign-in. */
export const Route = createFileRoute('/_in')({
  beforeLoad: async ({ context: { client }, location }) => {
    const [status, session] = await Promise.all([client.ensureQueryData(statusQuery), client.ensureQueryData(sessionQuery)]);
    if (!status.setUp) throw redirect({ to: '/setup' });
    if (!session) throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
  component: SignedIn,
});
