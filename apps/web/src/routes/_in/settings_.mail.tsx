import { createFileRoute } from '@tanstack/react-router';
import { MailSettingsScreen } from '../../features/mail-server/mail-settings-screen.js';

export const Route = createFileRoute('/_in/settings_/mail')({ component: MailSettingsScreen });
