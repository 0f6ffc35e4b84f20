import { createFileRoute } from '@tanstack/react-router';
import { SideBySideScreen } from '../../features/moving-in/side-by-side/side-by-side-screen.js';

export const Route = createFileRoute('/_in/settings_/moving-in_/side-by-side')({ component: SideBySideScreen });
