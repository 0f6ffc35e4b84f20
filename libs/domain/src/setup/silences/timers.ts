import type { Timer } from '@tocsin/kernel/react/process.js';
import { quietRank } from '../../rules/ranks.js';
import type { PlannedSilenceRow } from './views.js';

export const timersOfSilence = ({ id: silenceId, until: dueAt, plannedBy, state }: PlannedSilenceRow): readonly Timer[] =>
  state === 'ended'
    ? []
    : [
        {
          name: 'end',
          dueAt,
          plannedBy,
          rank: quietRank,
          command: { type: 'EndSilenceOnTime', data: { silenceId, dueAt, plannedBy } },
        },
      ];
