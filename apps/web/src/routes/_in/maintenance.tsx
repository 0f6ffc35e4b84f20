import { createFileRoute } from '@tanstack/react-router';
import { MaintenanceScreen } from '../../features/maintenance/maintenance-screen.js';

export const Route = createFileRoute('/_in/maintenance')({ component: MaintenanceScreen });
