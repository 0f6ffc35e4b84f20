import { z } from 'zod';
import { urgency } from '../contacts/events.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { id, instant, name, typedName } from '../ids.js';
import { command, event, late, type Messages } from '../message.js';
import { edition } from '../schedules/zone-tables.js';
import * as heartbeatLimits from './limits.js';
import { pingEvents, pingKinds } from './pings.js';

export { refusals } from './refusals.js';

const minutes = ({ least, most }: { readonly least: number; readonly most: number }) => z.number().int().min(least).max(most);

/** When a ping is expected: so many minutes after the one before, or at the marks of a cron expression on a zone’s clock. */
const schedule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('interval'), every: minutes(heartbeatLimits.interval) }),
  z.strictObject({
    kind: z.literal('cron'),
    cron: z.string().trim().min(1).max(heartbeatLimits.cronCharacters),
    zone: z.string().min(1).max(64),
  }),
]);
export type HeartbeatSchedule = z.infer<typeof schedule>;

/** Its last part of an address, with the key of its integration before it. */
const slug = z
  .string()
  .regex(/^[a-z0-9_-]+$/)
  .max(heartbeatLimits.slugCharacters);

const settings = {
  schedule,
  /** Minutes. */
  grace: z.number().int(),
  longestRun: z.number().int(),
  /** Missed ones in a row that open nothing, and failed ones, counted apart. */
  tolerate: z.number().int(),
  urgency,
  /** Other requests, as previews of links make them, are answered and ignored. */
  postOnly: z.boolean(),
};
/** By which its marks are computed; absent: by the first, or as before. */
const zones = edition.optional();
const about = { heartbeatId: id, integrationId: id };
const named = { name, slug };
const key = { keyHash: z.string(), keyRef: z.string() };

/** Facts of a stream `heartbeat-<id>`. Its pings are in the inboxes. */
export const ownEvents = {
  HeartbeatCreated: event(
    1,
    ['teams', 'Heartbeat created'],
    'A heartbeat was created: its job is expected to ping.',
    z.object({ ...about, ...named, ...settings, zones }),
  ),
  HeartbeatChanged: event(
    1,
    ['teams', 'Heartbeat changed'],
    'A heartbeat was changed.',
    z.object({ ...about, ...named, ...settings, zones }),
  ),
  HeartbeatZonesTaken: event(
    1,
    ['teams', 'Time zone data of a heartbeat replaced'],
    'A release brought another edition of the time zone data: when the job is expected follows from it from then on.',
    z.object({ ...about, before: edition, zones: edition, /** When it is expected next. */ expectedAt: instant.nullable() }),
  ),
  HeartbeatKeyIssued: event(
    1,
    ['teams', 'Key of a heartbeat issued'],
    'A key was issued for a heartbeat; up to two live at a time.',
    z.object({ ...about, ...key }),
  ),
  HeartbeatKeyEnded: event(
    1,
    ['teams', 'Key of a heartbeat revoked'],
    'A key of a heartbeat was revoked.',
    z.object({ ...about, keyHash: z.string() }),
  ),
  HeartbeatKeyRevealed: event(
    1,
    ['teams', 'Key of a heartbeat shown'],
    'A key of a heartbeat was shown to someone.',
    z.object({ ...about, keyHash: z.string() }),
  ),
  HeartbeatRemoved: event(
    1,
    ['teams', 'Heartbeat removed'],
    'A heartbeat was removed: its pings are answered and count for nothing.',
    z.object(about),
  ),
  HeartbeatWentDown: event(
    1,
    ['alerts', 'Heartbeat down'],
    'A job did not ping in time, ran too long, or said that it failed.',
    z.object({
      ...about,
      because: z.enum(['missed', 'ran_too_long', 'failed']),
      /** When it was expected, or the run had begun; null for a failure. */
      expectedAt: instant.nullable(),
      /** The last ping that was known. */
      heardAt: instant.nullable(),
      late,
    }),
  ),
  HeartbeatRunGivenUp: event(
    1,
    ['alerts', 'Run of a heartbeat given up'],
    'A run took too long, which counts as missed: fewer than would open an alert group.',
    z.object({ ...about, runId: id.nullable(), startedAt: instant }),
  ),
  HeartbeatExcused: event(
    1,
    ['alerts', 'Heartbeat excused'],
    'A deadline was found so late that no ping could be heard meanwhile: all heartbeats get a fresh interval.',
    z.object({
      ...about,
      /** The deadline that was found late. */
      from: instant,
      /** Milliseconds that it gets where it had a fresh interval already; null: it gets one. */
      more: z.number().int().nullable(),
      late,
    }),
  ),
  HeartbeatRecovered: event(
    1,
    ['alerts', 'Heartbeat recovered'],
    'The job succeeded again.',
    z.object({
      ...about,
      /** False: it has recovered so often lately that its alert group stays open until it pings on time. */
      resolves: z.boolean(),
    }),
  ),
  HeartbeatSettled: event(
    1,
    ['alerts', 'Heartbeat settled'],
    'A job that had recovered often pinged on time again, several times: its alert group is resolved.',
    z.object(about),
  ),
};
export const events = { ...ownEvents, ...pingEvents };
export type HeartbeatFact = Messages<typeof ownEvents>;
export type PingFact = Messages<typeof pingEvents>;

const keyId = z.string().min(1).max(64);
const typed = {
  name: typedName,
  /** Absent: made of the name. */
  slug: slug.optional(),
  schedule,
  /** Absent: the interval, or the smallest gap of the next marks, but at least a minute and at most an hour. */
  grace: minutes(heartbeatLimits.wait).optional(),
  /** Absent: the grace. */
  longestRun: minutes(heartbeatLimits.wait).optional(),
  tolerate: z.number().int().min(0).max(heartbeatLimits.tolerated).default(0),
  urgency: urgency.default('high'),
  postOnly: z.boolean().default(false),
};

export const commands = {
  CreateHeartbeat: command(
    'Create a heartbeat',
    'service.configure',
    z.strictObject({ heartbeatId: id.optional(), integrationId: id, ...typed }),
  ),
  ChangeHeartbeat: command('Change a heartbeat', 'service.configure', z.strictObject({ heartbeatId: id, ...typed })),
  IssueHeartbeatKey: command('Issue a second key for a heartbeat', 'service.configure', z.strictObject({ heartbeatId: id })),
  RevealHeartbeatKey: command('Show a key of a heartbeat', 'service.configure', z.strictObject({ heartbeatId: id, keyId })),
  EndHeartbeatKey: command('Revoke a key of a heartbeat', 'service.configure', z.strictObject({ heartbeatId: id, keyId })),
  RemoveHeartbeat: command('Remove a heartbeat', 'service.configure', z.strictObject({ heartbeatId: id })),
};

const nightly = { name: 'Nightly backup', schedule: { kind: 'cron', cron: '0 3 * * *', zone: 'Europe/Berlin' } } as const;
const ofOther = { body: { heartbeatId: ids.other }, refusedAs: 'heartbeat.not_found' } as const;
const keyOfOther = { body: { heartbeatId: ids.other, keyId: ids.key }, refusedAs: 'heartbeat.not_found' } as const;

export const examples: Examples<typeof commands> = {
  CreateHeartbeat: { body: { integrationId: ids.integration, ...nightly }, refusedAs: 'heartbeat.other_integration' },
  ChangeHeartbeat: { body: { heartbeatId: ids.other, ...nightly }, refusedAs: 'heartbeat.not_found' },
  IssueHeartbeatKey: ofOther,
  RevealHeartbeatKey: keyOfOther,
  EndHeartbeatKey: keyOfOther,
  RemoveHeartbeat: ofOther,
};

const ping = z.object({
  at: instant,
  kind: z.enum(pingKinds),
  exitStatus: z.number().int().nullable(),
  from: z.string(),
  agent: z.string(),
  details: z.string().nullable(),
  /** Where its whole output is on the log; null: it had none. */
  outputIn: id.nullable(),
});

/** A heartbeat, with its last runs. */
export const heartbeatRow = z.object({
  id,
  integrationId: id,
  ...named,
  ...settings,
  since: instant,
  keys: z.array(z.object({ keyHash: z.string(), keyRef: z.string(), since: instant })),
  endedKeys: z.array(z.object({ keyHash: z.string(), since: instant, until: instant })),
  state: z.enum(['inactive', 'healthy', 'overdue', 'failing', 'removed']),
  stateSince: instant,
  /** When it is expected next, without grace; when it was, while it is down. Null: it is not expected. */
  expectedAt: instant.nullable(),
  lastPing: ping.nullable(),
  lastSuccessAt: instant.nullable(),
  /** Pings in all, those of a log and of a removed heartbeat too. */
  pings: z.number().int(),
  /** Addresses that it was pinged from, the newest last. */
  hosts: z.array(z.string()),
  /** The newest last. */
  runs: z.array(
    z.object({
      at: instant,
      result: z.enum(['success', 'fail', 'missed']),
      /** How long it took; null: it said no start. */
      millis: z.number().int().nullable(),
      /** How far from its mark it came, in minutes; null: it has none. */
      offMark: z.number().int().nullable(),
    }),
  ),
  /** Its alert group stays open although it is healthy: it has recovered often lately. */
  isHeldOpen: z.boolean(),
});
export type HeartbeatRow = z.infer<typeof heartbeatRow>;

/** A heartbeat as the API returns it. */
export const heartbeatShown = heartbeatRow.omit({ keys: true, endedKeys: true }).extend({
  keys: z.array(z.object({ keyId, since: instant })),
});
export type HeartbeatShown = z.infer<typeof heartbeatShown>;

/** Response rows by view name. */
export const views = { heartbeats: heartbeatShown };
