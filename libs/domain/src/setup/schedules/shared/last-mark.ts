import type { TurnLengthSetting } from '@tocsin/contracts/schedules/layers.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import { marksOf } from '../shifts/marks.js';
import { loadLatestZoneTable } from '../shifts/zone-table.js';

/** The last handoff of such turns at or before an instant; the instant itself in a zone that there is not. */
export const lastMarkAt = (length: TurnLengthSetting, timeZone: string, at: string): string => {
  const zone = loadLatestZoneTable().zone(timeZone);
  if (zone === undefined) return at;
  const marks = marksOf({ slots: [], length, anchor: toMillis(at), countsCoveredTimeOnly: false }, zone);
  return toInstant(marks.at(marks.last(toMillis(at))));
};
