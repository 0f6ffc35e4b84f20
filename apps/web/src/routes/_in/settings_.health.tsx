import { createFileRoute } from '@tanstack/react-router';
import { HealthScreen } from '../../features/settings/health-screen.js';

export const Route = createFileRoute('/_in/settings_/health')({ component: HealthScreen });
