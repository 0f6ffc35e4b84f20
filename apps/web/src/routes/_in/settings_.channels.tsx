import { createFileRoute } from '@tanstack/react-router';
import { ConnectionsScreen } from '../../features/settings/connections-screen.js';

export const Route = createFileRoute('/_in/settings_/channels')({ component: ConnectionsScreen });
