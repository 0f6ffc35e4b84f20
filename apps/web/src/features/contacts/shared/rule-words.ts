import { minutesInWords } from '../../../data/time/times.js';

/** When a notification rule is due: `at once`, `after 5 min`. */
export const ruleDelayWords = (minutes: number): string => (minutes === 0 ? 'at once' : `after ${minutesInWords(minutes)}`);
