import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { SilenceFact, SilenceRow } from '@tocsin/contracts/silences/noun.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import type { RowChange } from '@tocsin/kernel/rows/view.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';
import { teamKeyOf } from '../../rules/team-rows.js';

/** A silence, and the event that its timers follow from. */
export interface PlannedSilenceRow extends SilenceRow {
  readonly plannedBy: string;
  /** When its end is announced; null: it is too short, or that was done. */
  readonly noticeAt: string | null;
  /** After the clock was set back. */
  readonly askedAnew?: { readonly dueAt: string; readonly plannedBy: string } | undefined;
}

type Steps = RowFold<PlannedSilenceRow, SilenceFact>['steps'];

const noticeAtOf = (from: string, until: string): string | null => {
  const { before, short, beforeShort } = silenceLimits.notice;
  const length = millisBetween(from, until);
  const lead = length < short ? beforeShort : before;
  return length > lead ? addMillis(until, -lead) : null;
};

const steps: Steps = {
  SilenceStarted: (row, { silenceId: id, confirmedGroups: _confirmed, ...data }, { at: from, actor, eventId: plannedBy }) =>
    row ?? {
      id,
      ...data,
      from,
      version: 1,
      by: actor.id,
      state: 'active',
      endedAt: null,
      firing: null,
      quietUntil: null,
      extended: false,
      announced: false,
      noticeAt: noticeAtOf(from, data.until),
      plannedBy,
    },
  SilenceEndChanged: changeExisting((row, { until }: { until: string }, { at, eventId: plannedBy }) => ({
    ...row,
    until,
    version: row.version + 1,
    extended: row.extended || until > row.until,
    announced: false,
    noticeAt: noticeAtOf(at, until),
    plannedBy,
  })),
  SilenceFoundFiring: changeExisting((row) => ({ ...row, firing: true, quietUntil: null, askedAnew: undefined })),
  SilenceFoundQuiet: changeExisting((row, { endsAt }: { endsAt: string }, { eventId: plannedBy }) => ({
    ...row,
    firing: false,
    quietUntil: endsAt,
    askedAnew: undefined,
    plannedBy,
  })),
  SilenceEndAnnounced: changeExisting((row) => ({ ...row, announced: true, noticeAt: null })),
  SilenceEnded: changeExisting((row, _data: object, { at }) => ({ ...row, state: 'ended', endedAt: at })),
};

/** What waits until nothing has fired for some minutes is asked anew: by the clock that was set back it would wait for longer. */
const steppedBack: RowChange<PlannedSilenceRow, RecordedOf<'ClockSteppedBack'>> = {
  keys: (_event, ids) => [...ids.all()],
  row: (row, { id: plannedBy, data: { to: dueAt } }) =>
    row?.quietUntil && row.quietUntil > addMillis(dueAt, silenceLimits.quiet) ? { ...row, askedAnew: { dueAt, plannedBy } } : row,
};

export const silenceFold: RowFold<PlannedSilenceRow, SilenceFact> = { id: ({ silenceId }) => silenceId, steps };

/** All silences, for screens. */
export const silencesView = viewOf('silences', silenceFold, {
  // 2: rows say their version
  version: 2,
  columns: { state: ({ state }) => state, teamId: ({ teamId }) => teamId, until: ({ until }) => until },
});

/** Those that mute now. */
export const activeSilencesView = viewOf<PlannedSilenceRow, SilenceFact>(
  'activeSilences',
  { ...silenceFold, steps: { ...steps, SilenceEnded: () => null } },
  { hasHistory: false, indexes: { teamId: teamKeyOf }, on: { ClockSteppedBack: steppedBack } },
);
