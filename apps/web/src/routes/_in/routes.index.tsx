import { createFileRoute } from '@tanstack/react-router';
import { RoutesScreen } from '../../features/route-rules/routes-screen.js';

export const Route = createFileRoute('/_in/routes/')({ component: RoutesScreen });
