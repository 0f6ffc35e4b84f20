import * as maintenanceLimits from '@tocsin/contracts/maintenance/limits.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { addMillis, laterOf } from '@tocsin/kernel/time.js';
import { newerEdition } from '../schedules/shared/latest-zones.js';
import { quietRank } from '../../rules/ranks.js';
import type { FollowMaintenance } from './commands.js';
import type { PlannedMaintenanceRow } from './views.js';

/** When each is due; null: not at all. */
export const planOf = (row: PlannedMaintenanceRow): Readonly<Record<FollowMaintenance['data']['what'], string | null>> => {
  const { current, next, announced, handledUpTo, plannedAt } = row;
  if (current) return { announce: null, begin: null, end: current.until };
  const [first] = next;
  if (!first) return { announce: null, begin: null, end: null };
  const noticeAt = laterOf(addMillis(first.from, -maintenanceLimits.notice), plannedAt);
  return {
    announce: announced === first.from || noticeAt >= first.from ? null : noticeAt,
    begin: laterOf(first.from, handledUpTo),
    end: null,
  };
};

/** A release brought another edition of the zone table: that is decided before what is due by its times. */
const timersOfZones = (row: PlannedMaintenanceRow): readonly Timer[] => {
  const { id: windowId, plannedBy, plannedAt: dueAt } = row;
  const zones = row.state === 'over' ? null : newerEdition(row.zones, row.zone);
  if (zones === null) return [];
  return [{ name: 'zones', dueAt, plannedBy, rank: quietRank, command: { type: 'TakeMaintenanceZones', data: { windowId, zones } } }];
};

const followUpOf = (row: PlannedMaintenanceRow, what: string, dueAt: string | null): readonly Timer[] => {
  if (dueAt === null) return [];
  const { id: windowId, plannedBy } = row;
  const command = { type: 'FollowMaintenance', data: { windowId, what, dueAt, plannedBy } };
  return [{ name: what, dueAt, plannedBy, rank: quietRank, command }];
};

export const timersOfMaintenance = (row: PlannedMaintenanceRow): readonly Timer[] => [
  ...timersOfZones(row),
  ...Object.entries(planOf(row)).flatMap(([what, dueAt]) => followUpOf(row, what, dueAt)),
];
