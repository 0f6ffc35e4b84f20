import { formatWallClock } from '../deliveries/times.js';
import type { WordsOf } from './notice-kind.js';
import { moreLine, scheduleName, stretchWords } from './words.js';

export const gapAhead: WordsOf<'gap_ahead'> = ({ scheduleId, gaps, more }, { timeZone }, { server: { reads, clock } }) => {
  const ahead = gaps.filter(({ to }) => to === null || to > clock.now());
  const [first] = ahead;
  if (!first || reads.schedules.get(scheduleId)?.removed !== false) return null;
  const name = scheduleName(reads, scheduleId);
  return {
    subject: `No one is on call for ${name} from ${formatWallClock(first.from, timeZone)}`,
    lines: [`By “${name}” no one is on call:`, ...ahead.map((gap) => stretchWords(gap, timeZone)), ...moreLine(more)],
    link: `/schedules/${scheduleId}`,
    label: 'Open the schedule',
  };
};
