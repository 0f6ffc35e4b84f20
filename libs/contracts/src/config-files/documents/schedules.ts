import { z } from 'zod';
import { timeOfDay, zone } from '../../hours.js';
import { instant, typedName } from '../../ids.js';
import * as scheduleLimits from '../../schedules/limits.js';
import { externalKey, identity, inTeam, kept, person, reference, timesOfWeek, weekday } from './shared.js';

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

const slot = z
  .union([z.literal('nobody'), person, z.array(person).max(scheduleLimits.participantsPerRotation)])
  .describe('A person, several people, or nobody');

const layerDocument = z
  .strictObject({
    name: typedName.describe('Layers keep their identity by name'),
    priority: z.number().int().min(0).max(100).default(0).describe('A larger number replaces a smaller one, equal ones unite'),
    timeZone: zone.nullable().default(null).describe('null: that of the schedule'),
    from: instant.nullable().default(null).describe('The layer is empty before'),
    length: turnLength.describe('Length of a turn, and its handoff'),
    anchor: instant
      .optional()
      .describe('Start of the first slot’s turn. Read when the layer is made, and when this value changes. Left out: the last handoff'),
    countsCoveredTimeOnly: z.boolean().default(false).describe('Turns count only the time that the restrictions cover'),
    restrictions: z.array(timesOfWeek).max(scheduleLimits.restrictionsPerLayer).default([]).describe('When it covers. None: always'),
    slots: z.array(slot).min(1).max(scheduleLimits.participantsPerRotation).describe('Who takes turns, in this order'),
  })
  .describe('A rotation');

export const scheduleDocument = z
  .strictObject({
    kind: z.literal('Schedule'),
    ...inTeam,
    timeZone: zone.optional().describe('Required for a new schedule'),
    layers: kept(z.array(layerDocument).max(scheduleLimits.layersPerSchedule), 'All layers'),
    effectiveFrom: instant.optional().describe('Changes of time zone and layers are planned for then'),
  })
  .describe('A schedule');

const validity = { from: instant, to: instant, reason: z.string().trim().max(scheduleLimits.overrideReasonCharacters).default('') };

export const overridesDocument = z
  .strictObject({
    apiVersion: identity.apiVersion,
    kind: z.literal('Overrides'),
    schedule: reference('schedule').describe('Team/Name of the schedule'),
    overrides: z
      .array(
        z.strictObject({
          externalKey,
          kind: z.enum(['add', 'replace', 'remove', 'remove_everybody']),
          person: person.optional(),
          replaces: person.optional(),
          ...validity,
        }),
      )
      .max(scheduleLimits.overridesAhead)
      .default([])
      .describe('Each is made once, if its end lies ahead'),
    temporary: z
      .array(
        z.strictObject({
          externalKey,
          ...validity,
          shifts: z
            .array(z.strictObject({ person, from: instant, to: instant }))
            .max(scheduleLimits.temporaryShifts)
            .default([]),
          fallback: z.array(person).default([]),
        }),
      )
      .max(scheduleLimits.temporaryAhead)
      .default([])
      .describe('Temporary schedules: they replace the layers for their time'),
  })
  .describe('Overrides and temporary schedules ahead: each is made once, by its key, and belongs to people from then on');
