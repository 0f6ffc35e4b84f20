import type { commands } from '@tocsin/contracts/maintenance/noun.js';
import type { Messages } from '@tocsin/contracts/message.js';

/** The next of these is due. */
export interface FollowMaintenance {
  readonly type: 'FollowMaintenance';
  readonly data: {
    readonly windowId: string;
    readonly what: 'announce' | 'begin' | 'end';
    readonly dueAt: string;
    readonly plannedBy?: string;
  };
}
/** A release brought another edition of the zone table. */
export interface TakeMaintenanceZones {
  readonly type: 'TakeMaintenanceZones';
  readonly data: { readonly windowId: string; readonly zones: string };
}
export type MaintenanceCommand = Messages<typeof commands> | FollowMaintenance | TakeMaintenanceZones;
