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
export type MaintenanceCommand = Messages<typeof commands> | FollowMaintenance;
