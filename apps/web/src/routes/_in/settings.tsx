import { createFileRoute } from '@tanstack/react-router';
import { SettingsScreen } from '../../features/settings/settings-screen.js';

export const Route = createFileRoute('/_in/settings')({ component: SettingsScreen });
