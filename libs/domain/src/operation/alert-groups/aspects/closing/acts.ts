import { decideTimer } from '../../timer-act.js';
import { closingPlanOf } from './plan.js';
import { reviewClosing } from './review.js';

export const closingTimerActs = { ReviewClosing: decideTimer(closingPlanOf, reviewClosing) };
