import type { Timer } from '@tocsin/kernel/react/process.js';
import { quietRank } from '../../../rules/ranks.js';
import { firstEndOf, type LapseRow } from '../shared/lapse-row.js';

/** Internal: sent by the timer of a thread’s first end. */
export interface LapseCommand {
  readonly type: 'EndLapsedAlerts';
  readonly data: { readonly lapseId: string; readonly dueAt: string; readonly plannedBy: string };
}

export const timersOfLapse = (row: LapseRow): readonly Timer[] => {
  const { id: lapseId, plannedBy } = row;
  const dueAt = firstEndOf(row);
  const command: LapseCommand = { type: 'EndLapsedAlerts', data: { lapseId, dueAt, plannedBy } };
  return [{ name: 'lapse', dueAt, plannedBy, rank: quietRank, command, ofSilence: true }];
};
