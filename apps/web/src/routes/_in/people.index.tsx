import { createFileRoute } from '@tanstack/react-router';
import { PeopleScreen } from '../../features/people/people-screen.js';

export const Route = createFileRoute('/_in/people/')({ component: PeopleScreen });
