import type { Messages } from '@tocsin/contracts/message.js';
import type { commands } from '@tocsin/contracts/silences/noun.js';

/** Its time is over. */
export interface EndSilenceOnTime {
  readonly type: 'EndSilenceOnTime';
  readonly data: { readonly silenceId: string; readonly dueAt: string; readonly plannedBy?: string };
}
export type SilenceCommand = Messages<typeof commands> | EndSilenceOnTime;
