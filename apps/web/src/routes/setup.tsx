import { createFileRoute } from '@tanstack/react-router';
import { Ringing } from '../app/ringing.js';
import { PlainHttp } from '../features/readiness/plain-http.js';
import { MyReadiness } from '../features/readiness/my-readiness.js';
import { SetUpScreen } from '../features/setup/set-up-screen.js';

export const Route = createFileRoute('/setup')({
  component: () => <SetUpScreen around={Ringing} address={<PlainHttp />} readiness={MyReadiness} />,
});
