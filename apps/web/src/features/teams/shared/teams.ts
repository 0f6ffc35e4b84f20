import type { TeamRow } from '@tocsin/contracts/teams.js';
import { useAll } from '../../../data/cache/use-view.js';

/** The teams that are there; of one that was removed only the name is kept, for what it had. */
export const useTeams = (): readonly TeamRow[] => useAll('teams').filter(({ removed }) => !removed);
