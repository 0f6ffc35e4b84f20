import { capital } from '../../../data/words/capital.js';

/** A group that fires is unacknowledged: its alerts fire after that, too. */
export const stateWord = (status: string): string => (status === 'firing' ? 'Unacknowledged' : capital(status));
