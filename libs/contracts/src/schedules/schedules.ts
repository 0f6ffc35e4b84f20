import { z } from 'zod';
import { coverEvents } from './covers.js';
import { duty } from '../people/duty.js';
import { zone } from '../hours.js';
import { id, instant, name, typedName } from '../ids.js';
import { continued, layer } from './layers.js';
import * as scheduleLimits from './limits.js';
import { type Messages, command, event, late } from '../message.js';
import { ofSchedule, override, overrideEvents, temporary } from './overrides.js';
import { scheduleQualityCommands, scheduleQualityEvents, sharesShown } from './quality.js';
import { zoneTableCommands, zoneTableEvents } from './zone-tables.js';
import { exampleIds as ids, type Examples } from '../examples.js';

const rules = { timeZone: zone, layers: z.array(layer).max(scheduleLimits.layersPerSchedule) };

export const version = z.number().int();

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
    z.object({ teamId: id, ...ofSchedule, name, externalKey: z.string().nullable(), ...rules, zones }),
  ),
  ScheduleRenamed: event(1, ['teams', 'Schedule renamed'], 'A schedule was renamed.', z.object({ teamId: id, ...ofSchedule, name })),
  ScheduleRemoved: event(
    1,
    ['teams', 'Schedule removed'],
    'A schedule that no policy uses was removed.',
    z.object({ teamId: id, ...ofSchedule, name }),
  ),
};

/** Events of a stream `schedule-<id>`: its configuration, and recorded on-call duty. */
export const scheduleEvents = {
  ScheduleBegan: event(
    1,
    ['teams', 'Schedule started'],
    'The schedule began, as it was created.',
    z.object({ ...ofSchedule, teamId: id, effectiveFrom: instant, ...rules, zones }),
  ),
  ScheduleChanged: event(
    1,
    ['teams', 'Schedule changed'],
    'The layers of a schedule were changed, from now or from a later moment on.',
    z.object({
      ...ofSchedule,
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
    z.object({ ...ofSchedule, version }),
  ),
  ScheduleVersionTookEffect: event(
    1,
    ['teams', 'Change of a schedule took effect'],
    'A version of the layers took effect: its rotations continue from the previous ones.',
    z.object({ ...ofSchedule, version, effectiveAt: instant, rotations: z.array(continued) }),
  ),
  ...overrideEvents,
  ...coverEvents,
  ...scheduleQualityEvents,
  ...zoneTableEvents,
  OnCallChanged: event(
    1,
    ['teams', 'On call changed'],
    'Who is on call changed.',
    z.object({ ...ofSchedule, effectiveAt: instant, before: z.array(id), after: z.array(duty), late }),
  ),
  HandoffPlanned: event(
    1,
    ['teams', 'Next handoff planned'],
    'The next handoff was planned.',
    z.object({
      ...ofSchedule,
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

const layers = { layers: z.array(layer).max(scheduleLimits.layersPerSchedule).default([]) };

/** Absent, or past: now. */
const effectiveFrom = instant.optional();

/** Commands of a team’s managers on its schedules. */
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
  RenameSchedule: command('Rename a schedule', 'service.configure', z.strictObject({ teamId: id, ...ofSchedule, name: typedName })),
  RemoveSchedule: command('Remove a schedule', 'service.configure', z.strictObject({ teamId: id, ...ofSchedule })),
};

/** Two people in turn, from Monday to Monday. */
const weekly: z.input<typeof layer> = {
  layerId: ids.other,
  name: 'Weekly',
  rotation: {
    slots: [
      { slotId: ids.person, people: [ids.person] },
      { slotId: ids.colleague, people: [ids.colleague] },
    ],
    length: { unit: 'weeks', count: 1, time: '09:00', weekday: 1 },
    anchor: '2026-01-05T08:00:00Z',
  },
};

export const scheduleOwnerExamples: Examples<typeof scheduleOwnerCommands> = {
  CreateSchedule: { body: { teamId: ids.team, name: 'Primary', timeZone: 'Europe/Berlin', layers: [weekly] } },
  RenameSchedule: { body: { teamId: ids.team, scheduleId: ids.schedule, name: 'Payments primary' } },
  RemoveSchedule: { body: { teamId: ids.team, scheduleId: ids.other }, refusedAs: 'schedule.not_found' },
};

export const scheduleCommands = {
  ChangeSchedule: command(
    'Change the layers of a schedule',
    'service.configure',
    z.strictObject({
      ...ofSchedule,
      /** The newest version that was seen. */
      version,
      timeZone: zone,
      layers: z.array(layer).max(scheduleLimits.layersPerSchedule),
      effectiveFrom,
    }),
  ),
  WithdrawScheduleChange: command(
    'Withdraw a planned change of a schedule',
    'service.configure',
    z.strictObject({ ...ofSchedule, version }),
  ),
  ...scheduleQualityCommands,
  ...zoneTableCommands,
};

export const scheduleExamples: Examples<typeof scheduleCommands> = {
  ChangeSchedule: {
    body: { scheduleId: ids.schedule, version: 99, timeZone: 'Europe/Berlin', layers: [weekly] },
    refusedAs: 'conflict.revision',
  },
  WithdrawScheduleChange: { body: { scheduleId: ids.schedule, version: 99 }, refusedAs: 'schedule.version_not_planned' },
  SetShares: { body: { scheduleId: ids.schedule, shares: [{ personId: ids.colleague, percent: 50 }] } },
  TakeZoneTable: { body: { scheduleId: ids.schedule, zones: '2027a' }, refusedAs: 'schedule.zone_table_unknown' },
};

/** A version in the row: the current one with the continuation of its rotations, then planned ones. */
const versionShown = z.object({
  version,
  effectiveFrom: instant,
  ...rules,
  /** For the current version. Null: computed from the previous version, once it takes effect. */
  rotations: z.array(continued).nullable(),
});
export type ScheduleVersionShown = z.infer<typeof versionShown>;

/** The current configuration of a schedule, from which on-call people are computed from now on. For the past, the recorded duties count. */
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

/** The last recorded on-call state of a schedule, for lists, timelines and names of targets. Id: the schedule’s. */
export const onCallRow = z.object({
  id,
  teamId: id,
  name,
  removed: z.boolean(),
  people: z.array(duty),
  /** Since when; null before the first recording. */
  since: instant.nullable(),
  /** The next possible change of people. */
  nextAt: instant.nullable(),
  /** The planned people on call from that time. */
  next: z.array(id),
});
export type OnCallRow = z.infer<typeof onCallRow>;

/** Response rows by view name. */
export const scheduleViews = { schedules: scheduleRow, onCall: onCallRow };
