import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { OnCallScreen } from '../../features/on-call/on-call-screen.js';
import { searchFrom, type OnCallSearch } from '../../features/on-call/on-call-search.js';
import { PageSomeoneDialog } from '../../features/alerts/list/lazy-page-someone.js';

export const Route = createFileRoute('/_in/on-call')({ validateSearch: asTyped, component: RouteScreen });

// read by the screen, which is loaded when it is opened
function asTyped(search: OnCallSearch): OnCallSearch {
  return search;
}

function RouteScreen() {
  const navigate = Route.useNavigate();
  return (
    <OnCallScreen
      pageDialog={PageDialog}
      search={searchFrom(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}

const PageDialog = (props: { whom?: string; onClose: () => void }) => (
  <Suspense>
    <PageSomeoneDialog {...props} />
  </Suspense>
);
