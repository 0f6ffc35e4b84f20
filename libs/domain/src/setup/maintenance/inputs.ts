import type { MaintenanceFact } from '@tocsin/contracts/maintenance/noun.js';
import type { InputsOf } from '../../inputs.js';
import type { MaintenanceCommand } from './commands.js';

/** What time brings. */
type Following = 'MaintenanceZonesTaken' | 'MaintenanceAnnounced' | 'MaintenanceBegan';

/** The command that each fact was decided by. An end by time has a cause. */
export const inputs: InputsOf<MaintenanceFact, MaintenanceCommand, Following> = {
  MaintenancePlanned: ({ zones: _edition, ...data }) => ({ type: 'PlanMaintenance', data }),
  MaintenanceChanged: ({ teamId: _team, zones: _edition, version, ...data }) => ({
    type: 'ChangeMaintenance',
    data: { ...data, version: version - 1 },
  }),
  MaintenanceSkipped: ({ windowId, from }) => ({ type: 'SkipMaintenance', data: { windowId, from } }),
  MaintenanceEnded: ({ windowId }) => ({ type: 'EndMaintenance', data: { windowId } }),
  MaintenanceRemoved: ({ windowId }) => ({ type: 'RemoveMaintenance', data: { windowId } }),
};
