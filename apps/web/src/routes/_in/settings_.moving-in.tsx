import { createFileRoute } from '@tanstack/react-router';
import { MovingInScreen } from '../../features/moving-in/moving-in-screen.js';

export const Route = createFileRoute('/_in/settings_/moving-in')({ component: MovingInScreen });
