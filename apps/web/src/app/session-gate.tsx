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

/** Goes there once: a `<Navigate>` that names where one is would start again with each step of its own way. */
function ToSignIn() {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    const { href, pathname } = router.latestLocation;
    if (pathname !== '/sign-in') void navigate({ to: '/sign-in', search: { to: href } });
  }, [router, navigate]);
  return null;
}
