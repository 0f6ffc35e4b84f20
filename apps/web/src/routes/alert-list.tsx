import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { AlertsScreen } from '../features/alerts/list/alerts-screen.js';
import type { AlertsSearch } from '../features/alerts/list/filters.js';
import { lazyPart } from '../ui/lazy-part.js';

const WallBoard = lazyPart(() => import('../features/alerts/list/wall-board.js'), 'WallBoard');

export function AlertList({ search }: { search: AlertsSearch }) {
  const navigate = useNavigate({ from: '/alerts' });
  const leave = () => void navigate({ search: ({ wall: _wall, ...rest }) => rest });
  if (search.wall)
    return (
      <Suspense>
        <WallBoard search={search} onLeave={leave} />
      </Suspense>
    );
  return <AlertsScreen search={search} onSearch={(change) => void navigate({ search: change, replace: true, resetScroll: false })} />;
}
