import { z } from 'zod';
import { id, instant, name, personal, typedName } from '../ids.js';
import { importedShifts } from './imported-shifts.js';
import * as scheduleLimits from './limits.js';
import { command, event, writtenField } from '../message.js';
import { exampleIds as ids, type Examples } from '../examples.js';

export const overrideKinds = ['add', 'replace', 'remove', 'remove_everybody'] as const;

const overrideFields = {
  kind: z.enum(overrideKinds),
  /** The person put on or taken off call; null for everyone. */
  personId: id.nullable(),
  /** For a replacement: the person who is replaced while on call. */
  replacesId: id.nullable().default(null),
  from: instant,
  to: instant,
};

const reason = z.string().trim().max(scheduleLimits.overrideReasonCharacters);

export const override = z.object({
  overrideId: id,
  ...overrideFields,
  reason: personal(reason),
  /** The request for cover that it follows from. */
  coverId: id.optional(),
  /** The calendar that it was imported from, and by which of its events. */
  imported: z.object({ calendar: name, uid: z.string().max(scheduleLimits.calendarUidCharacters + 1) }).optional(),
});
export type OverrideSetting = z.infer<typeof override>;

/** Effect of an imported shift: adds a person on call, or replaces everyone. */
const importHow = z.enum(['add', 'replace']);

const temporaryShift = z.strictObject({ personId: id, from: instant, to: instant });

const temporaryFields = {
  from: instant,
  to: instant,
  shifts: z.array(temporaryShift).max(scheduleLimits.temporaryShifts),
  /** On call in its gaps. */
  fallback: z.array(id).max(scheduleLimits.participantsPerRotation).default([]),
};

export const temporary = z.object({ temporaryId: id, ...temporaryFields, reason: personal(reason) });
export type TemporarySetting = z.infer<typeof temporary>;

export const ofSchedule = { scheduleId: id };

/** By “Take it”: the person went on call, until a chosen time or until the end of each replaced shift. */
const takeItDetails = z.object({ until: instant.nullable() });

/** Facts in a schedule’s stream about changes to who is on call that are not made by its layers: overrides, temporary schedules. */
export const overrideEvents = {
  OverridesAdded: event(
    1,
    ['teams', 'Overrides added'],
    'Overrides were added.',
    z.object({ ...ofSchedule, overrides: z.array(override), taken: takeItDetails.optional() }),
    [writtenField('overrides.*.reason')],
  ),
  OverrideChanged: event(
    1,
    ['teams', 'Override changed'],
    'An override was changed; it keeps its place in the order.',
    z.object({ ...ofSchedule, override }),
    [writtenField('override.reason')],
  ),
  OverrideRemoved: event(
    1,
    ['teams', 'Override removed'],
    'An override was removed.',
    z.object({ ...ofSchedule, overrideId: id, /** Whose duty it was about left. */ left: z.literal(true).optional() }),
  ),
  OverridesImported: event(
    1,
    ['teams', 'Overrides imported from a calendar'],
    'A calendar was imported: these overrides replace those of the previous import.',
    z.object({
      ...ofSchedule,
      calendar: name,
      how: importHow,
      overrides: z.array(override),
      /** People hear of their shifts, although it is the first import of the calendar. */
      tells: z.literal(true).optional(),
    }),
    [writtenField('overrides.*.reason')],
  ),
  TemporaryScheduleAdded: event(
    1,
    ['teams', 'Temporary schedule added'],
    'A temporary schedule was added.',
    z.object({ ...ofSchedule, temporary }),
    [writtenField('temporary.reason')],
  ),
  TemporaryScheduleChanged: event(
    1,
    ['teams', 'Temporary schedule changed'],
    'A temporary schedule was changed.',
    z.object({ ...ofSchedule, temporary, taken: takeItDetails.optional() }),
    [writtenField('temporary.reason')],
  ),
  TemporaryScheduleRemoved: event(
    1,
    ['teams', 'Temporary schedule removed'],
    'A temporary schedule was removed.',
    z.object({ ...ofSchedule, temporaryId: id }),
  ),
};

const newOverride = z.strictObject({ overrideId: id.optional(), ...overrideFields, reason: reason.default('') });

/** Commands for temporary exceptions from the layers. */
export const overrideCommands = {
  AddOverrides: command(
    'Add overrides to a schedule',
    'schedule.override',
    z.strictObject({ ...ofSchedule, overrides: z.array(newOverride).min(1).max(scheduleLimits.overridesTogether) }),
  ),
  ChangeOverride: command(
    'Change an override',
    'schedule.override',
    z.strictObject({ ...ofSchedule, overrideId: id, ...overrideFields, reason: reason.default('') }),
  ),
  RemoveOverride: command('Remove an override', 'schedule.override', z.strictObject({ ...ofSchedule, overrideId: id })),
  ImportOverrides: command(
    'Import a calendar as overrides; importing it again updates and removes them',
    'service.configure',
    z.strictObject({
      ...ofSchedule,
      calendar: typedName,
      how: importHow.default('add'),
      shifts: importedShifts,
      /** Tell people of their shifts also if it is the first import of this calendar. Later imports tell them of what changes. */
      tells: z.literal(true).optional(),
    }),
  ),
  TakeOnCall: command(
    'Go on call now (“Take it”)',
    'schedule.override',
    z.strictObject({ ...ofSchedule, /** Absent: each until the end of their own turn. */ until: instant.optional() }),
  ),
  AddTemporarySchedule: command(
    'Add a temporary schedule',
    'service.configure',
    z.strictObject({ ...ofSchedule, temporaryId: id.optional(), ...temporaryFields, reason: reason.default('') }),
  ),
  ChangeTemporarySchedule: command(
    'Change a temporary schedule',
    'service.configure',
    z.strictObject({ ...ofSchedule, temporaryId: id, ...temporaryFields, reason: reason.default('') }),
  ),
  RemoveTemporarySchedule: command('Remove a temporary schedule', 'service.configure', z.strictObject({ ...ofSchedule, temporaryId: id })),
};

const aDay = { from: '2040-01-02T09:00:00Z', to: '2040-01-03T09:00:00Z' };

export const overrideExamples: Examples<typeof overrideCommands> = {
  AddOverrides: { about: 'duty', body: { scheduleId: ids.schedule, overrides: [{ kind: 'remove', personId: ids.person, ...aDay }] } },
  ChangeOverride: {
    about: 'duty',
    body: { scheduleId: ids.schedule, overrideId: ids.other, kind: 'remove', personId: ids.person, ...aDay },
    refusedAs: 'schedule.override_not_found',
  },
  RemoveOverride: { body: { scheduleId: ids.schedule, overrideId: ids.other }, refusedAs: 'schedule.override_not_found' },
  ImportOverrides: { body: { scheduleId: ids.schedule, calendar: 'Rota', shifts: [] } },
  TakeOnCall: { body: { scheduleId: ids.schedule } },
  AddTemporarySchedule: { body: { scheduleId: ids.schedule, ...aDay, shifts: [] } },
  ChangeTemporarySchedule: {
    body: { scheduleId: ids.schedule, temporaryId: ids.other, ...aDay, shifts: [] },
    refusedAs: 'schedule.temporary_not_found',
  },
  RemoveTemporarySchedule: { body: { scheduleId: ids.schedule, temporaryId: ids.other }, refusedAs: 'schedule.temporary_not_found' },
};
