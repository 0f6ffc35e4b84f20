import { createFileRoute } from '@tanstack/react-router';
import { MessagesScreen } from '../../features/messages/messages-screen.js';
import { searchFrom } from '../../features/messages/search.js';

export const Route = createFileRoute('/_in/messages')({
  validateSearch: searchFrom,
  component: RouteScreen,
});

function RouteScreen() {
  const navigate = Route.useNavigate();
  return <MessagesScreen search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />;
}
