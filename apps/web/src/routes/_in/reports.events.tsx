import { createFileRoute } from '@tanstack/react-router';
import { EventsScreen } from '../../features/reports/events-screen.js';
import { reportSearchFrom, type EventsSearch } from '../../features/reports/search.js';

export const Route = createFileRoute('/_in/reports/events')({
  validateSearch: (given: Record<string, unknown>): EventsSearch => reportSearchFrom(given),
  component: Shown,
});

function Shown() {
  return <EventsScreen search={Route.useSearch()} />;
}
