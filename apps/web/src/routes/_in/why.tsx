import { createFileRoute } from '@tanstack/react-router';
import { WhyScreen, type WhySearch } from '../../features/why/why-screen.js';

export const Route = createFileRoute('/_in/why')({
  validateSearch: ({ person, at }: Record<string, unknown>): WhySearch => ({
    ...(typeof person === 'string' ? { person } : {}),
    ...(typeof at === 'string' ? { at } : {}),
  }),
  component: RouteScreen,
});

function RouteScreen() {
  const navigate = Route.useNavigate();
  return <WhyScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
