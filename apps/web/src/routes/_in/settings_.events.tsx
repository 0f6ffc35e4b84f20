import { createFileRoute } from '@tanstack/react-router';
import { EventsScreen } from '../../features/event-subscriptions/events-screen.js';

export const Route = createFileRoute('/_in/settings_/events')({ component: EventsScreen });
