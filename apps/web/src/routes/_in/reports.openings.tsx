import { createFileRoute } from '@tanstack/react-router';
import { OpeningsScreen } from '../../features/reports/openings-screen.js';
import { reportSearchFrom, type OpeningsSearch } from '../../features/reports/search.js';

export const Route = createFileRoute('/_in/reports/openings')({
  validateSearch: (given: Record<string, unknown>): OpeningsSearch => reportSearchFrom(given),
  component: Shown,
});

function Shown() {
  return <OpeningsScreen search={Route.useSearch()} />;
}
