import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { useAll } from '../../../data/cache/use-view.js';

/** Existing teams; a removed team’s row only keeps its name, for its former resources. */
export const useTeams = (): readonly TeamRow[] => useAll('teams').filter(({ removed }) => !removed);
