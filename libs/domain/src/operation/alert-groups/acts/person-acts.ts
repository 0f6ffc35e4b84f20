import { actionNeededActs } from '../aspects/action-needed/acts.js';
import { noiseActs } from '../aspects/noise/acts.js';
import { endingActs } from './ending-acts.js';
import { holdingActs } from './holding-acts.js';
import { linkActs } from '../linked/link-by-hand.js';
import { noteActs } from './note-acts.js';
import { pagingActs } from './paging-acts.js';

/** All acts of people on an alert group. */
export const personActs = { ...holdingActs, ...endingActs, ...linkActs, ...noteActs, ...noiseActs, ...actionNeededActs, ...pagingActs };
