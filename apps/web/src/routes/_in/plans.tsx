import { createFileRoute } from '@tanstack/react-router';
import { PlansScreen } from '../../features/tool-plans/plans-screen.js';

export const Route = createFileRoute('/_in/plans')({ component: PlansScreen });
