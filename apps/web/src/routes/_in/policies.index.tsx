import { createFileRoute } from '@tanstack/react-router';
import { PoliciesScreen } from '../../features/policies/policies-screen.js';

export const Route = createFileRoute('/_in/policies/')({ component: PoliciesScreen });
