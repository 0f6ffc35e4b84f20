import type { ConfigDrift } from '@tocsin/contracts/config-files/plan.js';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/cache/api.js';
import { keys } from '../../data/cache/keys.js';

/** What files own and somebody edited since. Read again with each change of what files own. */
export const useDrift = (changed: unknown) =>
  useQuery({ queryKey: keys.configDrift(changed), queryFn: ({ signal }) => api<ConfigDrift>('GET', '/config/drift', { signal }) });
