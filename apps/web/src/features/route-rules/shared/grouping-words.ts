import { groupingNames, type Grouping } from '@tocsin/contracts/grouping.js';
import { minutesInWords } from '../../../data/time/times.js';

/** `grouped by cluster, within 1 h`. */
export const groupingWords = (grouping: Grouping, did: 'grouped' | 'linked' = 'grouped'): string =>
  `${did} by ${groupingNames(grouping).join(', ')}, within ${minutesInWords(grouping.windowMinutes)}`;
