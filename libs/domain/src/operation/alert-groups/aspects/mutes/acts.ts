import { decideTimer } from '../../timer-act.js';
import { endHold } from './hold.js';
import { holdOf, settlingOf } from './mutes.js';
import { endSettling } from './review.js';

export const mutesTimerActs = {
  EndSettling: decideTimer(settlingOf, endSettling),
  EndHold: decideTimer(holdOf, (draft) => endHold(draft)),
};
