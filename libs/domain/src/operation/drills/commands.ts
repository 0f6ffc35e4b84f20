import type { Messages } from '@tocsin/contracts/message.js';
import type { commands as drillCommands } from '@tocsin/contracts/drills/noun.js';

/** A real page of high urgency fell due for somebody who agreed to be paged by it. */
interface InterruptDrill {
  readonly type: 'InterruptDrill';
  readonly data: { readonly drillId: string; readonly personId: string };
}
/** Sent by the timer: its time is over. */
interface EndDrillOnTime {
  readonly type: 'EndDrillOnTime';
  readonly data: { readonly drillId: string };
}
export type DrillCommand = Messages<typeof drillCommands> | InterruptDrill | EndDrillOnTime;
