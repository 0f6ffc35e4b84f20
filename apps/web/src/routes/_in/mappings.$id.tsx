import { createFileRoute } from '@tanstack/react-router';
import { MappingScreen } from '../../features/mappings/mapping-screen.js';

export const Route = createFileRoute('/_in/mappings/$id')({ component: RouteScreen });

function RouteScreen() {
  const { id } = Route.useParams();
  return <MappingScreen key={id} id={id} />;
}
