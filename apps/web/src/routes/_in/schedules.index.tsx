import { createFileRoute } from '@tanstack/react-router';
import { SchedulesScreen } from '../../features/schedules/schedules-screen.js';

export const Route = createFileRoute('/_in/schedules/')({ component: SchedulesScreen });
