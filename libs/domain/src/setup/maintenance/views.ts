import type { MaintenanceFact, MaintenanceRow } from '@tocsin/contracts/maintenance/noun.js';
import { firstEdition } from '@tocsin/contracts/schedules/zone-tables.js';
import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { changeExisting, viewOf, type RowFold } from '../../rules/row-fold.js';
import { teamKeyOf } from '../../rules/team-rows.js';
import { spansAfter } from './occurrences.js';

/** A window, and what its timers follow from. */
export interface PlannedMaintenanceRow extends MaintenanceRow {
  /** The edition of the zone table by which its occurrences are computed. */
  readonly zones: string;
  readonly plannedBy: string;
  /** Occurrences that end by then are over. */
  readonly handledUpTo: string;
  /** The beginning of the occurrence that was announced last. */
  readonly announced: string | null;
}
type Row = PlannedMaintenanceRow;
type Steps = RowFold<Row, MaintenanceFact>['steps'];
type Change<Data> = (row: Row, data: Data, at: string) => Row;

const nextOf = (row: Row, count: number): Row['next'] =>
  spansAfter(row, toMillis(row.handledUpTo), count).map(({ from, to }) => ({ from: toInstant(from), until: toInstant(to) }));

/** Its next occurrences, as of this event. */
const withNext = (row: Row, plannedBy: string): Row => {
  const next = nextOf(row, maintenanceLimits.listed);
  return { ...row, plannedBy, next, state: row.current ? 'active' : next.length > 0 ? 'planned' : 'over' };
};

const change = <Data>(by: Change<Data>) => changeExisting<Row, Data>((row, data, { at, eventId }) => withNext(by(row, data, at), eventId));

/** What takes place at the same times by the other clock goes on. */
const takeZones: Change<{ readonly zones: string }> = (row, { zones }, at) => {
  const taken = { ...row, zones };
  const { current } = row;
  const [first] = nextOf(taken, 1);
  return current && first?.from === current.from && first.until === current.until ? taken : { ...taken, current: null, handledUpTo: at };
};

const steps: Steps = {
  MaintenancePlanned: (row, { windowId: id, coversEverything: _confirmed, ...data }, { at, actor, eventId: plannedBy }) =>
    row ??
    withNext(
      {
        id,
        ...data,
        zones: data.zones ?? firstEdition,
        version: 1,
        plannedAt: at,
        by: actor.id,
        skipped: [],
        endedEarly: [],
        current: null,
        next: [],
        state: 'planned',
        plannedBy,
        handledUpTo: at,
        announced: null,
      },
      plannedBy,
    ),
  // an occurrence that takes place by the new settings begins again
  MaintenanceChanged: change((row, { windowId: _id, teamId: _team, coversEverything: _confirmed, ...settings }, at) => ({
    ...row,
    ...settings,
    zones: settings.zones ?? row.zones,
    plannedAt: at,
    current: null,
    handledUpTo: at,
    announced: null,
  })),
  MaintenanceZonesTaken: change(takeZones),
  MaintenanceSkipped: change((row, { from }: { from: string }) => ({
    ...row,
    skipped: [...row.skipped, from].slice(-maintenanceLimits.skipped),
  })),
  MaintenanceAnnounced: change((row, { from }: { from: string }) => ({ ...row, announced: from })),
  MaintenanceBegan: change((row, { from, until }: { from: string; until: string }) => ({ ...row, current: { from, until } })),
  MaintenanceEnded: change((row, { until, because }: { until: string; because: string }, at) =>
    because === 'time'
      ? { ...row, current: null, handledUpTo: until }
      : {
          ...row,
          current: null,
          handledUpTo: at,
          endedEarly: [...row.endedEarly, { from: at, until }].slice(-maintenanceLimits.skipped),
        },
  ),
  MaintenanceRemoved: () => null,
};

export const maintenanceFold: RowFold<Row, MaintenanceFact> = { id: ({ windowId }) => windowId, steps };

export const maintenanceWindowsView = viewOf('maintenanceWindows', maintenanceFold, {
  columns: { state: ({ state }) => state, teamId: ({ teamId }) => teamId },
  indexes: { teamId: teamKeyOf },
});
