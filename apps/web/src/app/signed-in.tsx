import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from '@tanstack/react-router';
import { sessionQuery } from '../data/session.js';
import { Shell } from './shell.js';

/** The shell, until the session ends: then the sign-in, which leads back here. */
export function SignedIn() {
  const { data: session } = useQuery(sessionQuery);
  const { href } = useLocation();
  return session === null ? <Navigate to="/sign-in" search={{ to: href }} /> : <Shell />;
}
