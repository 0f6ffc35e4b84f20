import { createFileRoute } from '@tanstack/react-router';
import { HeartbeatsScreen } from '../../features/heartbeats/heartbeats-screen.js';

export const Route = createFileRoute('/_in/heartbeats/')({ component: HeartbeatsScreen });
