import { z } from 'zod';
import { timeOfDay, timesOfWeek, weekday, zone } from '../hours.js';
import { id, instant, name } from '../ids.js';
import * as scheduleLimits from './limits.js';

/** One slot of a rotation; a person may be in several. Without people it is an intended gap, filled by the layer below. */
const slot = z.strictObject({ slotId: id, people: z.array(id).max(scheduleLimits.participantsPerRotation) });

/** Length of a turn, and time of its handoff. `weekday` counts from 1, Monday; a `day` beyond the end of a month is its last one. */
const turnLength = z.discriminatedUnion('unit', [
  z.strictObject({ unit: z.literal('hours'), count: z.number().int().min(1).max(8_760) }),
  z.strictObject({ unit: z.literal('days'), count: z.number().int().min(1).max(365), time: timeOfDay }),
  z.strictObject({ unit: z.literal('weeks'), count: z.number().int().min(1).max(52), time: timeOfDay, weekday }),
  z.strictObject({
    unit: z.literal('months'),
    count: z.number().int().min(1).max(12),
    time: timeOfDay,
    day: z.number().int().min(1).max(31),
  }),
]);
export type TurnLengthSetting = z.infer<typeof turnLength>;

const rotation = z.strictObject({
  slots: z.array(slot).min(1).max(scheduleLimits.participantsPerRotation),
  length: turnLength,
  /** Start of the first turn; no one is on call before. May be in the past, so that an existing rotation keeps its phase. */
  anchor: instant,
  /** Turns of which nothing is covered do not count; of elapsed hours the covered ones count. */
  countsCoveredTimeOnly: z.boolean().default(false),
});

export const layer = z.strictObject({
  layerId: id,
  name,
  /** Null: the schedule’s. */
  timeZone: zone.nullable().default(null),
  /** A larger number replaces a smaller one when it has someone on call; equal ones unite. */
  priority: z.number().int().min(0).max(100).default(0),
  /** The layer is empty before it; null: from the version on. */
  from: instant.nullable().default(null),
  rotation,
  /** When it covers; none: all the time. */
  restrictions: z.array(timesOfWeek).max(scheduleLimits.restrictionsPerLayer).default([]),
});
export type LayerSetting = z.infer<typeof layer>;

/** How a rotation continues from the previous version: an offset of the turn numbers, and who stays until the current turn ends. */
export const continued = z.object({
  layerId: id,
  shift: z.number().int(),
  /** Offset that gives its place among all turns of the layer; absent: 0. */
  countOffset: z.number().int().optional(),
  kept: z.object({ people: z.array(id), until: instant }).nullable(),
});
export type ContinuedRotation = z.infer<typeof continued>;
