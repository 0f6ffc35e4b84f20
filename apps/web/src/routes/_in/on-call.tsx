import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { OnCallScreen } from '../../features/on-call/on-call-screen.js';
import { lazyPart } from '../../ui/lazy-part.js';

export const Route = createFileRoute('/_in/on-call')({ component: Shown });

const PageSomeoneDialog = lazyPart(() => import('../../features/alerts/list/page-someone-dialog.js'), 'PageSomeoneDialog');

function Shown() {
  return <OnCallScreen pageDialog={PageDialog} />;
}

const PageDialog = (props: { whom: string; onClose: () => void }) => (
  <Suspense>
    <PageSomeoneDialog {...props} />
  </Suspense>
);
