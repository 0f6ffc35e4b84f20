import { groupingNames, type Grouping } from '@tocsin/contracts/grouping.js';
import { minutesInWords } from '../../../data/time/times.js';

/** `grouped by cluster, within 1 h`. */
export const groupingWords = (grouping: Grouping): string =>
  `grouped by ${groupingNames(grouping).join(', ')}, within ${minutesInWords(grouping.windowMinutes)}`;
