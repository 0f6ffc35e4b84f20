import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../data/session/session.js';
import { Shell } from './shell.js';

/** The shell, until the session ends: then the sign-in, which leads back here. */
export function SessionGate() {
  const { data: session } = useQuery(sessionQuery);
  return session === null ? <ToSignIn /> : <Shell />;
}

/** Redirects once: a `<Navigate>` with the current address in it would restart on each render. */
function ToSignIn() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const { href, pathname } = router.latestLocation;
    if (pathname !== '/sign-in') void navigate({ to: '/sign-in', search: { to: href } });
  }, [router, navigate]);
  return null;
}
