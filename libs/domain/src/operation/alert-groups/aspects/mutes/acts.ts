import { decideTimer } from '../../timer-act.js';
import { endHold } from './hold.js';
import { holdOf, settlingPlanOf } from './mutes.js';
import { endSettling } from './review.js';

export const mutesTimerActs = {
  EndSettling: decideTimer(settlingPlanOf, endSettling),
  EndHold: decideTimer(holdOf, (draft) => endHold(draft)),
};
