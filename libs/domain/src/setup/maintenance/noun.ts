import type { TimedRows } from '@tocsin/kernel/registry.js';
import { maintenanceDecider } from './decider.js';
import { timersOfMaintenance } from './timers.js';
import { maintenanceWindowsView, type PlannedMaintenanceRow } from './views.js';

export * as memory from './memory.js';
export { inputs } from './inputs.js';
export const deciders = [maintenanceDecider];
export const timers: readonly TimedRows[] = [
  { view: 'maintenanceWindows', category: 'maintenance', due: (row: PlannedMaintenanceRow) => timersOfMaintenance(row) },
];
export const views = [maintenanceWindowsView];
