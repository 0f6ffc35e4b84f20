import { createFileRoute } from '@tanstack/react-router';
import { openDialog } from '../../app/open-dialog.js';
import { MomentScreen } from '../../features/moment/moment-screen.js';

const choose = () => openDialog.set({ what: 'moment' });

export const Route = createFileRoute('/_in/moment')({ component: () => <MomentScreen onChoose={choose} /> });
