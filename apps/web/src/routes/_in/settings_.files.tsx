import { createFileRoute } from '@tanstack/react-router';
import { FilesScreen } from '../../features/config-files/files-screen.js';

export const Route = createFileRoute('/_in/settings_/files')({ component: FilesScreen });
