import type { SilenceFact, SilenceRow } from '@tocsin/contracts/silences/noun.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';

/** A silence, and the event that its end follows from. */
export interface PlannedSilenceRow extends SilenceRow {
  readonly plannedBy: string;
}

type Steps = RowFold<PlannedSilenceRow, SilenceFact>['steps'];

const steps: Steps = {
  SilenceStarted: (row, { silenceId: id, ...data }, { at: from, actor, eventId: plannedBy }) =>
    row ?? { id, ...data, from, by: actor.id, state: 'active', endedAt: null, plannedBy },
  SilenceEndChanged: changeExisting((row, { until }: { until: string }, { eventId: plannedBy }) => ({ ...row, until, plannedBy })),
  SilenceEnded: changeExisting((row, _data: object, { at }) => ({ ...row, state: 'ended', endedAt: at })),
};

export const silenceFold: RowFold<PlannedSilenceRow, SilenceFact> = { id: ({ silenceId }) => silenceId, steps };

/** All silences, for screens. */
export const silencesView = viewOf('silences', silenceFold, {
  columns: { state: ({ state }) => state, teamId: ({ teamId }) => teamId, until: ({ until }) => until },
});

/** Those that mute now. */
export const activeSilencesView = viewOf<PlannedSilenceRow, SilenceFact>(
  'activeSilences',
  { ...silenceFold, steps: { ...steps, SilenceEnded: () => null } },
  { hasHistory: false, indexes: { teamId: ({ teamId }) => [teamId] } },
);
