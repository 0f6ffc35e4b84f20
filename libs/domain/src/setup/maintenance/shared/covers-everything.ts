import type { MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import { doMatch } from '../../../rules/matchers.js';

/** Every condition holds for an alert without its label, and no service narrows them. */
export const doesCoverEverything = ({ services, matchers }: Pick<MaintenanceRow, 'services' | 'matchers'>): boolean =>
  services.length === 0 && doMatch(matchers, {});
