import { createFileRoute } from '@tanstack/react-router';
import { BackupsScreen } from '../../features/backups/backups-screen.js';

export const Route = createFileRoute('/_in/settings_/backups')({ component: BackupsScreen });
