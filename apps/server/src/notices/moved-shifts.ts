import type { WordsOf } from './notice-kind.js';
import { moreLine, namesOf, scheduleName, stretchWords } from './words.js';

export const movedShifts: WordsOf<'shifts_moved'> = ({ scheduleId, by, before, after, more }, { timeZone }, { server: { reads } }) => ({
  subject: `Your shifts moved: ${scheduleName(reads, scheduleId)}`,
  lines: [
    by.length === 0 ? 'Who is on call was changed.' : `${namesOf(reads, by)} changed who is on call.`,
    ...before.map((shift) => `Before: ${stretchWords(shift, timeZone)}`),
    ...after.map((shift) => `Now: ${stretchWords(shift, timeZone)}`),
    ...(after.length === 0 ? ['These shifts are not yours any more.'] : []),
    ...(before.length === 0 ? ['These shifts are new.'] : []),
    ...moreLine(more),
  ],
  link: `/schedules/${scheduleId}`,
  label: 'Open the schedule',
});
