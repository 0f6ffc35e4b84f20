import { createFileRoute } from '@tanstack/react-router';
import { SignInSettingsScreen } from '../../features/settings/sign-in-settings-screen.js';

export const Route = createFileRoute('/_in/settings_/sign-in')({ component: SignInSettingsScreen });
