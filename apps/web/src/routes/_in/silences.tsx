import { createFileRoute } from '@tanstack/react-router';
import { SilencesScreen } from '../../features/silences/silences-screen.js';

export const Route = createFileRoute('/_in/silences')({ component: SilencesScreen });
