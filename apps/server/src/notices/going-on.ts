import { formatWallClock } from '../deliveries/times.js';
import type { WordsOf } from './notice-kind.js';
import { counted, listNames, scheduleName } from './words.js';

const leadWords = (lead: number): string => (lead % 60 === 0 ? counted(lead / 60, 'hour') : counted(lead, 'minute'));

export const goingOn: WordsOf<'going_on'> = ({ from, lead, scheduleIds }, { timeZone }, { server: { reads, clock } }) => {
  const names = scheduleIds.filter((id) => reads.schedules.get(id)?.removed === false).map((id) => scheduleName(reads, id));
  if (names.length === 0 || from <= clock.now()) return null;
  const when = formatWallClock(from, timeZone);
  return {
    subject: `You are on call for ${listNames(names)} from ${when}`,
    lines: [`Your shift begins within ${leadWords(lead)}, ${when}.`, `Schedule: ${listNames(names)}.`],
    link: '/on-call',
    label: 'See your shifts',
  };
};
