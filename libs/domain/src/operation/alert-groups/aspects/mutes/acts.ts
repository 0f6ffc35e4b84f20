import { decideTimer } from '../../timer-act.js';
import { settlingOf } from './mutes.js';
import { endSettling } from './review.js';

export const mutesTimerActs = { EndSettling: decideTimer(settlingOf, endSettling) };
