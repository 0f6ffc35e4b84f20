import type { CommandData } from '@tocsin/contracts/catalogue.js';
import { Nothing } from '@tocsin/kernel/decide/refused.js';
import { refuse } from '../../rules/refuse.js';
import type { DecideOnBegun } from '../state.js';
import { hasZoneTable, zoneTable } from '../shifts/zone-table.js';
import { movedBy, movedShown } from './moved.js';

/** Uses this edition from now on; who was on call before was recorded with the previous one. */
export const takeZoneTable: DecideOnBegun<CommandData<'TakeZoneTable'>> = ({ scheduleId, zones }, state, { now }) => {
  if (!hasZoneTable(zones)) return refuse('schedule.zone_table_unknown', { zones }, 'zones');
  if (state.zones === zones) return new Nothing();
  const named = state.versions.flatMap(({ timeZone, layers }) => [timeZone, ...layers.map((layer) => layer.timeZone ?? timeZone)]);
  const missing = named.find((name) => zoneTable(zones).zone(name) === undefined);
  if (missing !== undefined) return refuse('schedule.zone_unknown', { zone: missing }, 'zones');
  const moved = movedBy(state, zones, now);
  return [{ type: 'ZoneTableTaken', data: { scheduleId, before: state.zones, zones, effectiveFrom: now, ...movedShown(moved) } }];
};
