import type { StepConditions } from '@tocsin/contracts/conditions.js';
import { weeklyHoursWords } from '../../schedules/shared/times-words.js';

const hoursWords = ({ when, ...hours }: NonNullable<StepConditions['hours']>): string =>
  `${when === 'outside' ? 'outside ' : ''}${weeklyHoursWords(hours)}`;

/** `only for high urgency, Mon–Fri 09:00–17:00 (Berlin), if team = db`; empty for a step that is always taken. */
export function conditionWords({ urgency, hours, labels = [] }: StepConditions = {}): string {
  const parts = [
    urgency && `for ${urgency} urgency`,
    hours && hoursWords(hours),
    labels.length > 0 && `if ${labels.map(({ label, operator, value }) => `${label} ${operator} ${value || '“”'}`).join(' and ')}`,
  ].filter(Boolean);
  return parts.length > 0 ? `only ${parts.join(', ')}` : '';
}
