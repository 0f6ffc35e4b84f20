import { createFileRoute } from '@tanstack/react-router';
import { MeScreen } from '../../features/me/me-screen.js';

export const Route = createFileRoute('/_in/me')({ component: MeScreen });
