import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refuse } from '../../../rules/refuse.js';
import type { StartedDecisionFunction } from '../state.js';
import { hasZoneTable, loadZoneTable } from '../shifts/zone-table.js';
import { listMovedHandoffs, toMovedShown } from './moved-handoffs.js';

/** Uses this edition from now on; who was on call before was recorded with the previous one. */
export const takeZoneTable: StartedDecisionFunction<CommandData<'TakeZoneTable'>> = ({ scheduleId, zones }, state, { now }) => {
  if (!hasZoneTable(zones)) return refuse('schedule.zone_table_unknown', { zones }, 'zones');
  if (state.zones === zones) return new Nothing();
  const zoneNames = state.versions.flatMap(({ timeZone, layers }) => [timeZone, ...layers.map((layer) => layer.timeZone ?? timeZone)]);
  const missingZone = zoneNames.find((name) => loadZoneTable(zones).zone(name) === undefined);
  if (missingZone !== undefined) return refuse('schedule.zone_unknown', { zone: missingZone }, 'zones');
  const movedList = listMovedHandoffs(state, zones, now);
  return [{ type: 'ZoneTableTaken', data: { scheduleId, before: state.zones, zones, effectiveFrom: now, ...toMovedShown(movedList) } }];
};
