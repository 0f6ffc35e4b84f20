import { z } from 'zod';
import { labelMatcher } from '../conditions.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { zone } from '../hours.js';
import { id, instant, name, typedName } from '../ids.js';
import { command, event, late, type Messages } from '../message.js';
import { edition } from '../schedules/zone-tables.js';
import * as maintenanceLimits from './limits.js';

export { refusals } from './refusals.js';

/** A time on the clock of a zone: `2026-11-21T03:12`. */
const wallTime = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, 'A date and time, such as 2026-11-21T03:12.');

export const behaviours = ['suppress', 'low_urgency'] as const;
const behaviour = z.enum(behaviours);

/** What it covers: alerts of these services (none: of all of the team) whose labels match all conditions. */
const scope = { services: z.array(id), matchers: z.array(labelMatcher) };
const times = {
  from: wallTime,
  to: wallTime,
  zone,
  /** RRULE of RFC 5545, which `from` begins; null: it takes place once. */
  rule: z.string().nullable(),
};
/** Confirmed: its conditions also hold for alerts without their labels, and it names no service. */
const coversEverything = z.literal(true).optional();
const settings = { name, ...scope, ...times, behaviour };
/** By which its occurrences are computed; absent: by the first, or as before. */
const zones = edition.optional();
/** `teamId` null: the whole organisation. */
const about = { windowId: id, teamId: id.nullable() };
const span = { from: instant, until: instant };

/** Facts of a stream `maintenance-<id>`. */
export const events = {
  MaintenancePlanned: event(
    1,
    ['alerts', 'Maintenance planned'],
    'A maintenance window was planned: while it lasts, what it covers pages no one, or has low urgency.',
    z.object({ ...about, ...settings, coversEverything, zones }),
  ),
  MaintenanceChanged: event(
    1,
    ['alerts', 'Maintenance changed'],
    'A maintenance window was changed.',
    z.object({ ...about, version: z.number().int(), ...settings, coversEverything, zones }),
  ),
  MaintenanceZonesTaken: event(
    1,
    ['alerts', 'Time zone data of a maintenance window replaced'],
    'A release brought another edition of the time zone data: when the window takes place follows from it from then on.',
    z.object({ ...about, before: edition, zones: edition }),
  ),
  MaintenanceSkipped: event(
    1,
    ['alerts', 'Maintenance skipped'],
    'One occurrence of a maintenance window does not take place.',
    z.object({ ...about, from: instant }),
  ),
  MaintenanceAnnounced: event(
    1,
    ['alerts', 'Maintenance announced'],
    'A maintenance window begins soon: the people on call are told.',
    z.object({ ...about, ...span, people: z.array(id), late }),
  ),
  MaintenanceBegan: event(1, ['alerts', 'Maintenance began'], 'A maintenance window began.', z.object({ ...about, ...span, late })),
  MaintenanceEnded: event(
    1,
    ['alerts', 'Maintenance ended'],
    'A maintenance window ended, at its time or early: what it muted and still fires settles for 5 minutes. The people on call are told.',
    z.object({ ...about, ...span, because: z.enum(['time', 'person']), people: z.array(id), late }),
  ),
  MaintenanceRemoved: event(1, ['alerts', 'Maintenance removed'], 'A maintenance window was removed.', z.object({ ...about, name })),
};
export type MaintenanceFact = Messages<typeof events>;

const typed = {
  name: typedName,
  services: scope.services.max(maintenanceLimits.services).default([]),
  matchers: scope.matchers.max(maintenanceLimits.matchers).default([]),
  from: wallTime,
  to: wallTime,
  zone,
  rule: z.string().trim().min(1).max(maintenanceLimits.ruleCharacters).nullable().default(null),
  behaviour: behaviour.default('suppress'),
  coversEverything,
};

export const commands = {
  PlanMaintenance: command(
    'Plan a maintenance window',
    'silence.start',
    z.strictObject({ windowId: id.optional(), teamId: id.nullable(), ...typed }),
  ),
  ChangeMaintenance: command(
    'Change a maintenance window',
    'silence.start',
    z.strictObject({ windowId: id, /** The version that was edited. */ version: z.number().int(), ...typed }),
  ),
  SkipMaintenance: command(
    'Skip one occurrence of a maintenance window',
    'silence.start',
    z.strictObject({ windowId: id, /** When it would begin. */ from: instant }),
  ),
  EndMaintenance: command('End a maintenance window now', 'silence.start', z.strictObject({ windowId: id })),
  RemoveMaintenance: command('Remove a maintenance window', 'silence.start', z.strictObject({ windowId: id })),
};

const upgrade = { name: 'Database upgrade', from: '2040-01-01T02:00', to: '2040-01-01T04:00', zone: 'Europe/Berlin' };
const ofOther = { body: { windowId: ids.other }, refusedAs: 'maintenance.not_found' } as const;

export const examples: Examples<typeof commands> = {
  PlanMaintenance: { body: { teamId: ids.team, services: [ids.service], ...upgrade } },
  ChangeMaintenance: {
    body: { windowId: ids.other, version: 1, matchers: [{ label: 'env', operator: '=', value: 'prod' }], ...upgrade },
    refusedAs: 'maintenance.not_found',
  },
  SkipMaintenance: { body: { windowId: ids.other, from: '2040-01-01T02:00:00.000Z' }, refusedAs: 'maintenance.not_found' },
  EndMaintenance: ofOther,
  RemoveMaintenance: ofOther,
};

const occurrence = z.object(span);

/** A maintenance window. */
export const maintenanceRow = z.object({
  id,
  teamId: id.nullable(),
  ...settings,
  version: z.number().int(),
  plannedAt: instant,
  by: z.string(),
  /** Beginnings of occurrences that don’t take place, and the ends of those that were ended early. */
  skipped: z.array(instant),
  endedEarly: z.array(occurrence),
  /** The occurrence that takes place now. */
  current: occurrence.nullable(),
  /** Its next ones, as of its last event. */
  next: z.array(occurrence),
  state: z.enum(['planned', 'active', 'over']),
});
export type MaintenanceRow = z.infer<typeof maintenanceRow>;

/** Response rows by view name. */
export const views = { maintenanceWindows: maintenanceRow };
