import { createFileRoute } from '@tanstack/react-router';
import { TokensScreen } from '../../features/tokens/tokens-screen.js';

export const Route = createFileRoute('/_in/settings_/tokens')({ component: TokensScreen });
