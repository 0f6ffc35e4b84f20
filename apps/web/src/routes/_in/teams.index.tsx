import { createFileRoute } from '@tanstack/react-router';
import { TeamsScreen } from '../../features/teams/teams-screen.js';

export const Route = createFileRoute('/_in/teams/')({ component: TeamsScreen });
