import type { Timer } from '@tocsin/kernel/react/process.js';
import { quietRank } from '../../rules/ranks.js';
import type { ReviewSilence, SilenceTimerCommand } from './commands.js';
import type { PlannedSilenceRow } from './views.js';

/** When each of its timers is due; null: not at all. */
export const planOf: { readonly [T in SilenceTimerCommand['type']]: (row: PlannedSilenceRow) => string | null } = {
  EndSilenceOnTime: ({ until }) => until,
  EndQuietSilence: ({ quietUntil }) => quietUntil,
  AnnounceSilenceEnd: ({ noticeAt }) => noticeAt,
};

const names: { readonly [T in SilenceTimerCommand['type']]: string } = {
  EndSilenceOnTime: 'end',
  EndQuietSilence: 'quiet',
  AnnounceSilenceEnd: 'notice',
};

export const timersOfSilence = (row: PlannedSilenceRow): readonly Timer[] => {
  const { id: silenceId, plannedBy, state, askedAnew } = row;
  if (state === 'ended') return [];
  const planned = (Object.keys(names) as SilenceTimerCommand['type'][]).flatMap((type): readonly Timer[] => {
    const dueAt = planOf[type](row);
    if (dueAt === null) return [];
    return [{ name: names[type], dueAt, plannedBy, rank: quietRank, command: { type, data: { silenceId, dueAt, plannedBy } } }];
  });
  const command: ReviewSilence = { type: 'ReviewSilence', data: { silenceId } };
  return askedAnew ? [...planned, { name: 'again', ...askedAnew, rank: quietRank, command }] : planned;
};
