import { z } from 'zod';
import { coverEvents } from './covers.js';
import { timeOfDay, timesOfWeek, weekday, zone } from './hours.js';
import { importedShifts } from './imported-shifts.js';
import { id, instant, name, personal, typedName } from './ids.js';
import { limits } from './limits.js';
import { scheduleQualityCommands, scheduleQualityEvents, sharesShown } from './schedule-quality.js';
import { zoneTableCommands, zoneTableEvents } from './zone-tables.js';
import { command, event, late, written, type Messages } from './message.js';

/** One place in the order of a rotation; a person may stand in several. Without people it is an intended pass: the layer below counts. */
const slot = z.strictObject({ slotId: id, people: z.array(id).max(limits.participantsPerRotation) });

/** How long a turn lasts, and when it is handed off. `weekday` counts from 1, Monday; a `day` that a month lacks is its last one. */
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
  slots: z.array(slot).min(1).max(limits.participantsPerRotation),
  length: turnLength,
  /** Turns count from here; no one is on call before. It may be in the past, so that an existing rotation keeps its phase. */
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
  restrictions: z.array(timesOfWeek).max(limits.restrictionsPerLayer).default([]),
});
export type LayerSetting = z.infer<typeof layer>;

const rules = { timeZone: zone, layers: z.array(layer).max(limits.layersPerSchedule) };

export const overrideKinds = ['add', 'replace', 'remove', 'remove_everybody'] as const;

const overrideFields = {
  kind: z.enum(overrideKinds),
  /** Who goes on or off call; null for everyone. */
  personId: id.nullable(),
  /** Of a replacement: who is replaced, while they are on call. */
  replacesId: id.nullable().default(null),
  from: instant,
  to: instant,
};
const reason = z.string().trim().max(limits.overrideReasonCharacters);
const override = z.object({
  overrideId: id,
  ...overrideFields,
  reason: personal(reason),
  /** The request for cover that it follows from. */
  coverId: id.optional(),
  /** The calendar that it was imported from, and by which of its events. */
  imported: z.object({ calendar: name, uid: z.string().max(limits.calendarUidCharacters + 1) }).optional(),
});
export type OverrideSetting = z.infer<typeof override>;

/** What an imported shift does: adds a person on call, or replaces everyone. */
const importHow = z.enum(['add', 'replace']);

const temporaryShift = z.strictObject({ personId: id, from: instant, to: instant });
const temporaryFields = {
  from: instant,
  to: instant,
  shifts: z.array(temporaryShift).max(limits.temporaryShifts),
  /** On call in its gaps. */
  fallback: z.array(id).max(limits.participantsPerRotation).default([]),
};
const temporary = z.object({ temporaryId: id, ...temporaryFields, reason: personal(reason) });
export type TemporarySetting = z.infer<typeof temporary>;

/** Why a person is on call: their turn of a rotation, an override, or a temporary schedule. */
export const dutyReason = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rotation'),
    version: z.number().int(),
    layerId: id,
    slotId: id,
    from: instant,
    to: instant,
    /** Its place among all turns of the layer, which no edit changes once it runs. */
    turn: z.number().int().optional(),
  }),
  /** `from`: when the override, or the temporary schedule, begins. */
  z.object({
    kind: z.literal('override'),
    overrideId: id,
    replacesId: id.nullable(),
    /** They cover: they accepted a request of whom they replace. */
    coverId: id.optional(),
    from: instant.optional(),
  }),
  z.object({ kind: z.literal('temporary'), temporaryId: id, fallback: z.boolean(), from: instant.optional() }),
]);
export type DutyReasonShown = z.infer<typeof dutyReason>;
export const duty = z.object({ personId: id, why: dutyReason });
export type DutyShown = z.infer<typeof duty>;

/** How a rotation goes on from the version before: what is added to a turn’s number, and who stays until the running turn ends. */
const continued = z.object({
  layerId: id,
  shift: z.number().int(),
  /** What is added to it to find its place among all turns of the layer; absent: nothing. */
  countOffset: z.number().int().optional(),
  kept: z.object({ people: z.array(id), until: instant }).nullable(),
});
export type ContinuedRotation = z.infer<typeof continued>;

const about = { scheduleId: id };
const version = z.number().int();
/** The edition of the zone table by which it was computed, such as `2026c`. */
const zones = z.string();

/** A schedule as its team’s stream knows it. */
export const ownedSchedule = z.object({ id, teamId: id, name, externalKey: z.string().nullable(), removed: z.boolean() });
export type OwnedSchedule = z.infer<typeof ownedSchedule>;

/** Facts of the team that owns a schedule: its name is unique there. */
export const scheduleOwnerEvents = {
  ScheduleCreated: event(
    1,
    ['teams', 'Schedule created'],
    'A schedule was created.',
    z.object({ teamId: id, ...about, name, externalKey: z.string().nullable(), ...rules, zones }),
  ),
  ScheduleRenamed: event(1, ['teams', 'Schedule renamed'], 'A schedule was renamed.', z.object({ teamId: id, ...about, name })),
  ScheduleRemoved: event(
    1,
    ['teams', 'Schedule removed'],
    'A schedule that no policy uses was removed.',
    z.object({ teamId: id, ...about, name }),
  ),
};

/** By “Take it”: the person went on call now, until a chosen time or until the end of each replaced shift. */
const taken = z.object({ until: instant.nullable() });

/** What stands in a schedule’s stream of those who come on call, or go, other than the layers say. */
export const overrideEvents = {
  OverridesAdded: event(
    1,
    ['teams', 'Overrides added'],
    'Overrides were added.',
    z.object({ ...about, overrides: z.array(override), taken: taken.optional() }),
    [written('overrides.*.reason')],
  ),
  OverrideChanged: event(
    1,
    ['teams', 'Override changed'],
    'An override was changed; it keeps its place in the order.',
    z.object({ ...about, override }),
    [written('override.reason')],
  ),
  OverrideRemoved: event(
    1,
    ['teams', 'Override removed'],
    'An override was removed.',
    z.object({ ...about, overrideId: id, /** Whose duty it was about left. */ left: z.literal(true).optional() }),
  ),
  OverridesImported: event(
    1,
    ['teams', 'Overrides imported from a calendar'],
    'A calendar was imported: these overrides replace those of the previous import.',
    z.object({ ...about, calendar: name, how: importHow, overrides: z.array(override) }),
    [written('overrides.*.reason')],
  ),
  TemporaryScheduleAdded: event(
    1,
    ['teams', 'Temporary schedule added'],
    'A temporary schedule was added.',
    z.object({ ...about, temporary }),
    [written('temporary.reason')],
  ),
  TemporaryScheduleChanged: event(
    1,
    ['teams', 'Temporary schedule changed'],
    'A temporary schedule was changed.',
    z.object({ ...about, temporary, taken: taken.optional() }),
    [written('temporary.reason')],
  ),
  TemporaryScheduleRemoved: event(
    1,
    ['teams', 'Temporary schedule removed'],
    'A temporary schedule was removed.',
    z.object({ ...about, temporaryId: id }),
  ),
};

/** Facts of a stream `schedule-<id>`: what it was to be, and who was on call. */
export const scheduleEvents = {
  ScheduleBegan: event(
    1,
    ['teams', 'Schedule started'],
    'The schedule began, as it was created.',
    z.object({ ...about, teamId: id, effectiveFrom: instant, ...rules, zones }),
  ),
  ScheduleChanged: event(
    1,
    ['teams', 'Schedule changed'],
    'The layers of a schedule were changed, from now or from a later moment on.',
    z.object({
      ...about,
      version,
      effectiveFrom: instant,
      ...rules,
      zones,
      /** A person left: the layers drop them or name their replacement. */
      left: z.object({ personId: id, replacementId: id.nullable() }).optional(),
    }),
  ),
  ScheduleChangeWithdrawn: event(
    1,
    ['teams', 'Planned change of a schedule withdrawn'],
    'A planned change of the layers was withdrawn.',
    z.object({ ...about, version }),
  ),
  ScheduleVersionTookEffect: event(
    1,
    ['teams', 'Change of a schedule took effect'],
    'A version of the layers took effect: its rotations continue from the previous ones.',
    z.object({ ...about, version, effectiveAt: instant, rotations: z.array(continued) }),
  ),
  ...overrideEvents,
  ...coverEvents,
  ...scheduleQualityEvents,
  ...zoneTableEvents,
  OnCallChanged: event(
    1,
    ['teams', 'On call changed'],
    'Who is on call changed.',
    z.object({ ...about, effectiveAt: instant, before: z.array(id), after: z.array(duty), late }),
  ),
  HandoffPlanned: event(
    1,
    ['teams', 'Next handoff planned'],
    'The next handoff was planned.',
    z.object({
      ...about,
      dueAt: instant,
      /** Who is on call from then on, as it is planned now. */
      next: z.array(id),
      /** Who was on call is recorded up to here. */
      upTo: instant,
    }),
  ),
};
export type ScheduleOwnerFact = Messages<typeof scheduleOwnerEvents>;
export type ScheduleFact = Messages<typeof scheduleEvents>;

const layers = { layers: z.array(layer).max(limits.layersPerSchedule).default([]) };
/** Absent, or past: now. */
const effectiveFrom = instant.optional();

/** What a team’s managers do to its schedules. */
export const scheduleOwnerCommands = {
  CreateSchedule: command(
    'Create a schedule',
    'service.configure',
    z.strictObject({
      teamId: id,
      scheduleId: id.optional(),
      name: typedName,
      externalKey: z.string().min(1).max(200).nullable().default(null),
      timeZone: zone,
      ...layers,
    }),
  ),
  RenameSchedule: command('Rename a schedule', 'service.configure', z.strictObject({ teamId: id, ...about, name: typedName })),
  RemoveSchedule: command('Remove a schedule', 'service.configure', z.strictObject({ teamId: id, ...about })),
};

const newOverride = z.strictObject({ overrideId: id.optional(), ...overrideFields, reason: reason.default('') });

export const scheduleCommands = {
  ChangeSchedule: command(
    'Change the layers of a schedule',
    'service.configure',
    z.strictObject({
      ...about,
      /** The newest version that was seen. */
      version,
      timeZone: zone,
      layers: z.array(layer).max(limits.layersPerSchedule),
      effectiveFrom,
    }),
  ),
  WithdrawScheduleChange: command('Withdraw a planned change of a schedule', 'service.configure', z.strictObject({ ...about, version })),
  ...scheduleQualityCommands,
  ...zoneTableCommands,
};

/** Who is on call other than the layers say, for a time. */
export const overrideCommands = {
  AddOverrides: command(
    'Add overrides to a schedule',
    'schedule.override',
    z.strictObject({ ...about, overrides: z.array(newOverride).min(1).max(limits.overridesTogether) }),
  ),
  ChangeOverride: command(
    'Change an override',
    'schedule.override',
    z.strictObject({ ...about, overrideId: id, ...overrideFields, reason: reason.default('') }),
  ),
  RemoveOverride: command('Remove an override', 'schedule.override', z.strictObject({ ...about, overrideId: id })),
  ImportOverrides: command(
    'Import a calendar as overrides; importing it again updates and removes them',
    'service.configure',
    z.strictObject({ ...about, calendar: typedName, how: importHow.default('add'), shifts: importedShifts }),
  ),
  TakeOnCall: command(
    'Take it: go on call now',
    'schedule.override',
    z.strictObject({ ...about, /** Absent: each until the end of their own turn. */ until: instant.optional() }),
  ),
  AddTemporarySchedule: command(
    'Add a temporary schedule',
    'service.configure',
    z.strictObject({ ...about, temporaryId: id.optional(), ...temporaryFields, reason: reason.default('') }),
  ),
  ChangeTemporarySchedule: command(
    'Change a temporary schedule',
    'service.configure',
    z.strictObject({ ...about, temporaryId: id, ...temporaryFields, reason: reason.default('') }),
  ),
  RemoveTemporarySchedule: command('Remove a temporary schedule', 'service.configure', z.strictObject({ ...about, temporaryId: id })),
};

/** A version as its row has it: the one in force with how its rotations go on, then what is planned. */
const versionShown = z.object({
  version,
  effectiveFrom: instant,
  ...rules,
  /** Of the one in force. Null: computed from the version before, once it counts. */
  rotations: z.array(continued).nullable(),
});
export type ScheduleVersionShown = z.infer<typeof versionShown>;

/** A schedule as it decides who is on call from now on. The past is what was recorded. */
export const scheduleRow = z.object({
  id,
  teamId: id,
  name,
  externalKey: z.string().nullable(),
  removed: z.boolean(),
  /** The newest version’s number, planned or in force. */
  version,
  timeZone: zone,
  zones,
  versions: z.array(versionShown),
  /** In the order in which they were made. Those that were over at the last edit are gone. */
  overrides: z.array(override),
  temporary: z.array(temporary),
  /** The time of the last change and the number of changes; absent: unchanged since it was created. */
  edited: z.object({ at: instant, times: z.number().int() }).optional(),
  shares: sharesShown,
});
export type ScheduleRow = z.infer<typeof scheduleRow>;

/** Who is on call, as it was last recorded: what lists, strips and the names of targets need of a schedule. Id: the schedule’s. */
export const onCallRow = z.object({
  id,
  teamId: id,
  name,
  removed: z.boolean(),
  people: z.array(duty),
  /** Since when; null while nothing was recorded. */
  since: instant.nullable(),
  /** The next possible change of people. */
  nextAt: instant.nullable(),
  /** Who is on call from then on, as it was planned. */
  next: z.array(id),
});
export type OnCallRow = z.infer<typeof onCallRow>;
