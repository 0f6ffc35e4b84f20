import { createFileRoute } from '@tanstack/react-router';
import { EventsScreen } from '../../features/reports/events-screen.js';
import { reportSearchFrom, type EventsSearch } from '../../features/reports/search.js';

export const Route = createFileRoute('/_in/reports/events')({
  validateSearch: (values: Record<string, unknown>): EventsSearch => reportSearchFrom(values),
  component: RouteScreen,
});

function RouteScreen() {
  return <EventsScreen search={Route.useSearch()} />;
}
