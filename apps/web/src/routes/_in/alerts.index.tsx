import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AlertsScreen } from '../../features/alerts/list/alerts-screen.js';
import { searchFrom } from '../../features/alerts/list/filters.js';
import { lazyPart } from '../../ui/lazy-part.js';

export const Route = createFileRoute('/_in/alerts/')({
  validateSearch: searchFrom,
  component: RouteScreen,
});

const WallBoard = lazyPart(() => import('../../features/alerts/list/wall-board.js'), 'WallBoard');

function RouteScreen() {
  const navigate = Route.useNavigate();
  const search = Route.useSearch();
  const leave = () => void navigate({ search: ({ wall: _wall, ...rest }) => rest });
  if (search.wall)
    return (
      <Suspense>
        <WallBoard search={search} onLeave={leave} />
      </Suspense>
    );
  return <AlertsScreen search={search} onSearch={(change) => void navigate({ search: change, replace: true, resetScroll: false })} />;
}
