import type { Messages } from '@tocsin/contracts/message.js';
import type { commands } from '@tocsin/contracts/silences/noun.js';

type TimerCommandOf<T extends string> = {
  readonly type: T;
  readonly data: { readonly silenceId: string; readonly dueAt: string; readonly plannedBy?: string };
};

/** Its time is over; what it covers has been quiet; its end is near. */
export type SilenceTimerCommand =
  TimerCommandOf<'EndSilenceOnTime'> | TimerCommandOf<'EndQuietSilence'> | TimerCommandOf<'AnnounceSilenceEnd'>;

/** Of a silence “until it resolves”: asks what it covers. */
export interface ReviewSilence {
  readonly type: 'ReviewSilence';
  readonly data: { readonly silenceId: string };
}
export type SilenceCommand = Messages<typeof commands> | SilenceTimerCommand | ReviewSilence;
