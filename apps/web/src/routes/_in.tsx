import { createFileRoute, redirect } from '@tanstack/react-router';
import { SessionGate } from '../app/session-gate.js';
import { keepMoment } from '../app/use-cursor.js';
import { loadCaller } from '../app/load-caller.js';

/** Everything behind the sign-in. */
export const Route = createFileRoute('/_in')({
  beforeLoad: async ({ context: { client }, location }) => {
    const { status, session } = await loadCaller(client);
    if (!status.setUp) throw redirect({ to: '/setup' });
    if (!session) throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
  search: { middlewares: [keepMoment] },
  component: SessionGate,
});
