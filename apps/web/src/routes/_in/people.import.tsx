import { createFileRoute } from '@tanstack/react-router';
import { ImportScreen } from '../../features/people/import-screen.js';

export const Route = createFileRoute('/_in/people/import')({ component: ImportScreen });
