import { v7 } from 'uuid';
import { useCommand } from '../../data/cache/use-command.js';
import { useAll } from '../../data/cache/use-view.js';

/** Finds the integration that a service’s jobs ping, and connects one where there is none. */
export function useServiceJobs(): (serviceId: string) => Promise<string> {
  const integrations = useAll('integrations');
  const services = useAll('services');
  const connect = useCommand('CreateIntegration', 'connect the jobs', { inForm: true });
  return async (serviceId) => {
    const known = integrations.find((one) => one.serviceId === serviceId && one.kind === 'healthchecks');
    if (known) return known.id;
    const service = services.find(({ id }) => id === serviceId)!;
    const integrationId = v7();
    const name = `Jobs of ${service.name}`.slice(0, 80);
    await connect.mutateAsync({ teamId: service.teamId, serviceId, integrationId, name, kind: 'healthchecks' });
    return integrationId;
  };
}
