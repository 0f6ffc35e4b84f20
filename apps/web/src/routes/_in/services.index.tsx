import { createFileRoute } from '@tanstack/react-router';
import { ServicesScreen } from '../../features/services/services-screen.js';

export const Route = createFileRoute('/_in/services/')({ component: ServicesScreen });
