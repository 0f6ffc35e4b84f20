import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { newerEdition } from '../../setup/schedules/shared/latest-zones.js';
import { deadlineOf, expectedAtOf } from './deadline.js';
import { takeZones } from './fold.js';
import { isDown, type HeartbeatState } from './state.js';

interface ZonesTaken {
  readonly type: 'HeartbeatZonesTaken';
  readonly data: FactOf<'HeartbeatZonesTaken'>;
}

/** The edition of the zone table that this release has last, where its marks are computed by another one; else null. */
export const newerZonesOf = ({ schedule, zones, state }: HeartbeatState): string | null =>
  schedule.kind === 'cron' && state !== 'removed' ? newerEdition(zones, schedule.zone) : null;

/** A mark that is past and not answered stays due by the clock that it had: until it is answered or missed, or all of it is excused. */
const isOwing = (state: HeartbeatState, now: string): boolean => {
  const deadline = deadlineOf(state);
  return deadline?.because === 'missed' && deadline.expectedAt <= now;
};

/** Its marks follow that edition from now on. */
export const findZonesTaken = (state: HeartbeatState, zones: string, now: string): readonly ZonesTaken[] => {
  const { id: heartbeatId, integrationId, zones: before } = state;
  if (before === zones || isOwing(state, now)) return [];
  const after = takeZones(state, { zones }, { at: now });
  const expectedAt = isDown(after) ? null : expectedAtOf(after);
  return [{ type: 'HeartbeatZonesTaken', data: { heartbeatId, integrationId, before, zones, expectedAt } }];
};
