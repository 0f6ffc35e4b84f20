import { decideTimer } from '../../timer-act.js';
import { settlingPlanOf } from './mutes.js';
import { endSettling } from './review.js';

export const mutesTimerActs = { EndSettling: decideTimer(settlingPlanOf, endSettling) };
