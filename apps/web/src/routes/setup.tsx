import { createFileRoute } from '@tanstack/react-router';
import { RingingTab } from '../app/ringing-tab.js';
import { PlainHttp } from '../features/readiness/plain-http.js';
import { MyReadiness } from '../features/readiness/my-readiness.js';
import { SetUpScreen } from '../features/setup/set-up-screen.js';

export const Route = createFileRoute('/setup')({
  component: () => <SetUpScreen around={RingingTab} address={<PlainHttp />} readiness={MyReadiness} />,
});
