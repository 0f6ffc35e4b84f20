import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { OnCallScreen } from '../../features/on-call/on-call-screen.js';
import { PageSomeoneDialog } from '../../features/alerts/list/lazy-page-someone.js';

export const Route = createFileRoute('/_in/on-call')({ component: RouteScreen });

function RouteScreen() {
  return <OnCallScreen pageDialog={PageDialog} />;
}

const PageDialog = (props: { whom: string; onClose: () => void }) => (
  <Suspense>
    <PageSomeoneDialog {...props} />
  </Suspense>
);
