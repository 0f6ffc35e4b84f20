import { createFileRoute } from '@tanstack/react-router';
import { ScheduleScreen } from '../../features/schedules/schedule-screen.js';
import { searchFrom, type ScheduleSearch } from '../../features/schedules/view-search.js';

export const Route = createFileRoute('/_in/schedules/$id')({ validateSearch: asTyped, component: RouteScreen });

// read by the screen, which is loaded when it is opened
function asTyped(search: ScheduleSearch): ScheduleSearch {
  return search;
}

function RouteScreen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <ScheduleScreen
      key={id}
      id={id}
      search={searchFrom(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
