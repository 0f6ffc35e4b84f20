import * as contactLimits from '../contacts/limits.js';
import { sleepHours } from './limits.js';

/** Whether something arrived in one of the hours that are night in the person’s zone, in the last 90 days. */
export const hasArrivedAtNight = (arrived: Readonly<Record<string, string>>, timeZone: string, now: number): boolean => {
  const hourIn = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Object.entries(arrived).some(([hour, day]) => {
    const at = Date.parse(`${day}T${hour.padStart(2, '0')}:30:00.000Z`);
    const local = Number(hourIn.format(at));
    return now - at < contactLimits.nightReceiptWithin && (local >= sleepHours.from || local < sleepHours.to);
  });
};
