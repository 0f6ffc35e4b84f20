import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { OnCallScreen } from '../../features/on-call/on-call-screen.js';

export const Route = createFileRoute('/_in/on-call')({ component: Shown });

const PageSomeoneDialog = lazy(() =>
  import('../../features/alerts/list/page-someone-dialog.js').then((module) => ({ default: module.PageSomeoneDialog })),
);

function Shown() {
  return <OnCallScreen pageDialog={PageDialog} />;
}

const PageDialog = (props: { whom: string; onClose: () => void }) => (
  <Suspense>
    <PageSomeoneDialog {...props} />
  </Suspense>
);
