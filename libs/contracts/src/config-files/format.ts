import { z } from 'zod';
import { matcherOperators } from '../conditions.js';
import { timeOfDay, zone } from '../hours.js';
import { externalKey as key, instant, typedName } from '../ids.js';
import * as heartbeatLimits from '../heartbeats/limits.js';
import { integrationKinds } from '../integrations/kinds.js';
import * as maintenanceLimits from '../maintenance/limits.js';
import { behaviours } from '../maintenance/noun.js';
import * as policyLimits from '../policies/limits.js';
import { typedEmail } from '../email-address.js';
import * as routeLimits from '../route-rules/limits.js';
import * as scheduleLimits from '../schedules/limits.js';
import { grouping } from '../grouping.js';
import { serviceLabels, urgencyRules } from '../services/noun.js';
import { teamRoles } from '../permissions.js';

/** The first document of a file says it; the others of that file need not. */
export const apiVersion = 'tocsin.dev/v1';

/** Names of weekdays in files, from Monday, which commands count as 1. */
export const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const person = typedEmail.max(200).describe('E-mail address of a person');
const reference = (what: string) =>
  z.string().trim().min(1).max(250).describe(`Name of a ${what} of the same team, or Team/Name. A slash in a name is written ~1.`);
const externalKey = key.describe('A key that identifies it when its name changes: unique among things of this kind');
const identity = {
  apiVersion: z.literal(apiVersion).optional().describe('In the first document of each file'),
  name: typedName.describe('Unique in its team'),
  externalKey: externalKey.optional(),
};
const renamed = {
  ...identity,
  previousName: typedName.optional().describe('Its name until now: renames it, instead of making another one'),
};
const inTeam = { ...renamed, team: typedName.describe('Name of the team that owns it') };

/** Left out: stays as it is, and is not owned by the file. Null: the default. */
const kept = <S extends z.ZodType>(schema: S, says: string) => schema.nullable().optional().describe(`${says}. null: the default`);

const weekday = z.enum(weekdayNames);
const times = z.strictObject({ from: timeOfDay, to: timeOfDay });
const timesOfWeek = z.strictObject({ weekdays: z.array(weekday).max(7).default([]), times: times.optional() });
const weeklyHours = z.strictObject({ timeZone: zone, times: z.array(timesOfWeek).min(1).max(10) });

export const personDocument = z
  .strictObject({
    apiVersion: identity.apiVersion,
    kind: z.literal('Person'),
    email: person,
    name: typedName.optional().describe('For the invitation. Later the person’s own'),
    role: z.enum(['member', 'observer']).default('member').describe('Higher roles are granted by a person'),
    timeZone: zone.optional(),
    externalKey: externalKey.optional(),
  })
  .describe('A person who is invited when nobody has this address');

export const teamDocument = z
  .strictObject({
    kind: z.literal('Team'),
    ...renamed,
    description: kept(z.string().trim().max(1_000), 'Description'),
    members: kept(z.array(z.strictObject({ person, role: z.enum(teamRoles) })), 'All members. Others are removed'),
  })
  .describe('A team');

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
    countsCoveredTimeOnly: z.boolean().default(false),
    restrictions: z.array(timesOfWeek).max(scheduleLimits.restrictionsPerLayer).default([]).describe('When it covers. None: always'),
    slots: z.array(slot).min(1).max(scheduleLimits.participantsPerRotation),
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
      .default([]),
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
      .default([]),
  })
  .describe('Overrides and temporary schedules ahead: each is made once, by its key, and belongs to people from then on');

const matcher = z
  .string()
  .max(1_100)
  .describe(`A label, ${matcherOperators.join(', ')}, and a value in quotes, such as env="prod"`);

const stepTarget = z
  .union([
    z.strictObject({ person }),
    z.strictObject({ schedule: reference('schedule') }),
    z.strictObject({ nextOnCall: reference('schedule') }),
    z.strictObject({ team: typedName }),
    z.strictObject({ webhook: reference('webhook') }),
  ])
  .describe('Whom the step pages, or the webhook that it calls');

const stepDocument = z
  .strictObject({
    waitMinutes: z.number().int().min(policyLimits.stepDelayMinutes.min).max(policyLimits.stepDelayMinutes.max),
    targets: z.array(stepTarget).min(1).max(policyLimits.targetsPerStep),
    notifyOthersStill: z.boolean().default(false).describe('Keep paging after somebody else acknowledged'),
    oneInTurn: z.boolean().default(false).describe('Round-robin: one of its people, another one each time'),
    conditions: z
      .strictObject({
        urgency: z.enum(['high', 'low']).optional(),
        hours: weeklyHours.extend({ when: z.enum(['inside', 'outside']) }).optional(),
        labels: z.array(matcher).min(1).optional(),
      })
      .optional(),
  })
  .describe('A step. It keeps its identity by its content, else by its place');

export const policyDocument = z
  .strictObject({
    kind: z.literal('Policy'),
    ...inTeam,
    steps: z.array(stepDocument).min(1).max(policyLimits.stepsPerPolicy).optional().describe('Required for a new policy'),
    repeats: kept(z.number().int().min(0).max(policyLimits.repeatsMax), 'How often it is repeated'),
    climbLow: kept(z.boolean(), 'Low urgency is escalated too'),
    lowWaits: kept(z.boolean(), 'Low-urgency pages wait for the morning'),
    nightBudget: kept(
      z.number().int().min(policyLimits.nightBudget.min).max(policyLimits.nightBudget.max),
      'At most so many night pages a person a week',
    ),
  })
  .describe('An escalation policy');

const minutes = (max: number) => z.number().int().min(0).max(max);

export const serviceDocument = z
  .strictObject({
    kind: z.literal('Service'),
    ...inTeam,
    policy: reference('policy').optional().describe('Policy of the same team. Required for a new service'),
    description: kept(z.string().trim().max(1_000), 'Description'),
    runbook: kept(z.url({ protocol: /^https?$/ }).max(2_000), 'Address of the runbook'),
    urgencyRule: kept(z.enum(urgencyRules), 'How urgent its alerts are'),
    supportHours: kept(weeklyHours, 'For the rule support_hours'),
    ackTimeoutMinutes: kept(minutes(9_000), 'Minutes until an acknowledged alert pages again. 0: never'),
    reopenWindowMinutes: kept(minutes(1_440), 'Minutes in which a resolved alert is reopened'),
    flapDetection: kept(z.boolean(), 'What fires and resolves again and again stays open, and pages once'),
    labels: kept(serviceLabels, 'Labels, which conditions name as service.<label>'),
    rehearses: z
      .boolean()
      .optional()
      .describe('For a new service alone: it pages nobody until a manager presses “Go live”. Nothing to be compared later'),
    grouping: kept(grouping, 'What alerts of one group have in common; without it they are grouped as their senders do'),
  })
  .describe('A service');

/** The only variables of a pipeline that a file may name. */
export const secretVariable = z.string().regex(/^TOCSIN_SECRET_[A-Z0-9_]{1,60}$/, 'A variable TOCSIN_SECRET_….');

const integrationKey = z.union([
  z.strictObject({ from: z.literal('server') }).describe('A new key'),
  z.strictObject({ fromEnv: secretVariable }).describe('The value of this variable where apply runs'),
]);

export const integrationDocument = z
  .strictObject({
    kind: z.literal('Integration'),
    ...renamed,
    service: reference('service').describe('Team/Name of the service'),
    integrationKind: z.enum(integrationKinds),
    keys: z.array(integrationKey).min(1).max(2).optional().describe('Read when the integration is made. Default: one new key'),
  })
  .describe('An integration');

const urgency = z.enum(['high', 'low']);

const routeSettings = {
  policy: reference('policy').optional().describe('The policy that a group opens with, in place of the service’s'),
  urgency: urgency.optional(),
  holdMinutes: z.number().int().min(routeLimits.hold.min).max(routeLimits.hold.max).optional().describe('Pages no one for so long'),
  grouping: grouping.optional().describe('What alerts of one group have in common, in place of the service’s'),
  linking: grouping
    .optional()
    .describe('What alert groups of one cause have in common, on any service of one team: they are paged for as one'),
};

const outcome = z
  .union([
    z.strictObject({ recordOnly: z.literal(true) }).describe('No alert group is opened'),
    z.strictObject({
      service: reference('service').optional().describe('Left out: where it would have gone without this route'),
      ...routeSettings,
    }),
  ])
  .describe('What happens with an alert that matches');

const routeDocument = z
  .strictObject({
    name: typedName.optional().describe('For whoever reads the file'),
    when: z
      .union([
        z.array(matcher).max(routeLimits.matchersPerRow),
        z.array(z.array(matcher).min(1).max(routeLimits.matchersPerRow)).max(routeLimits.rowsPerRule),
      ])
      .default([])
      .describe('All of these match; of several lists, all of one. None: every alert'),
    then: outcome,
    enabled: z.boolean().default(true),
  })
  .describe('The first route that is enabled and matches decides');

export const routesDocument = z
  .strictObject({
    apiVersion: identity.apiVersion,
    kind: z.literal('Routes'),
    integration: reference('integration').optional().describe('Team/Service/Name. Left out: in front of all integrations'),
    routes: z.array(routeDocument).max(routeLimits.rulesPerIntegration).default([]).describe('All routes, in order'),
    default: outcome.optional().describe('For alerts that no route matches. Left out: the service of the integration'),
  })
  .describe('Where the alerts of an integration go, or of all');

export const heartbeatDocument = z
  .strictObject({
    kind: z.literal('Heartbeat'),
    ...renamed,
    integration: reference('integration').describe('Team/Service/Name of an integration that takes pings'),
    everyMinutes: z.number().int().min(heartbeatLimits.interval.least).max(heartbeatLimits.interval.most).optional(),
    cron: z.string().trim().min(1).max(heartbeatLimits.cronCharacters).optional().describe('Five fields, in place of everyMinutes'),
    timeZone: zone.optional().describe('Of cron. Default: UTC'),
    graceMinutes: z.number().int().min(heartbeatLimits.wait.least).max(heartbeatLimits.wait.most).optional(),
    longestRunMinutes: z.number().int().min(heartbeatLimits.wait.least).max(heartbeatLimits.wait.most).optional(),
    tolerate: kept(z.number().int().min(0).max(heartbeatLimits.tolerated), 'Missed ones in a row that open nothing'),
    urgency: kept(urgency, 'Urgency of its alerts'),
    postOnly: kept(z.boolean(), 'Count only POST requests'),
  })
  .describe('A job that pings');

export const maintenanceDocument = z
  .strictObject({
    kind: z.literal('MaintenanceWindow'),
    ...renamed,
    team: typedName.optional().describe('Name of the team that owns it. Left out: the whole organisation'),
    services: z.array(reference('service')).max(maintenanceLimits.services).default([]).describe('None: all, by its matchers'),
    matchers: z.array(matcher).max(maintenanceLimits.matchers).default([]),
    timeZone: zone,
    start: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, 'A date and time without a zone: 2026-12-06T02:00.')
      .describe('On the clock of the zone'),
    durationMinutes: z
      .number()
      .int()
      .min(1)
      .max(maintenanceLimits.longest / 60_000),
    rrule: kept(z.string().trim().min(1).max(maintenanceLimits.ruleCharacters), 'Recurrence: an RRULE of RFC 5545'),
    behaviour: kept(z.enum(behaviours), 'What happens to its alerts'),
    coversEverything: z
      .literal(true)
      .optional()
      .describe('Confirms a window without services whose matchers also match alerts without these labels'),
  })
  .describe('A maintenance window');

/** The kinds of documents, in the order in which they are applied. */
export const documentKinds = {
  Person: personDocument,
  Team: teamDocument,
  Schedule: scheduleDocument,
  Policy: policyDocument,
  Service: serviceDocument,
  Integration: integrationDocument,
  Routes: routesDocument,
  Heartbeat: heartbeatDocument,
  MaintenanceWindow: maintenanceDocument,
  Overrides: overridesDocument,
};
export type DocumentKind = keyof typeof documentKinds;
export const kindNames = Object.keys(documentKinds) as readonly DocumentKind[];

export const configDocument = z.discriminatedUnion('kind', Object.values(documentKinds) as never) as unknown as z.ZodType<ConfigDocument>;
export type DocumentOf<K extends DocumentKind> = z.infer<(typeof documentKinds)[K]>;
export type ConfigDocument = { [K in DocumentKind]: DocumentOf<K> }[DocumentKind];

/** For editors, which complete and check files by it. */
export const configJsonSchema = (): object => z.toJSONSchema(configDocument, { io: 'input', unrepresentable: 'any' });
