import { weeklyHours } from '../hours.js';
import { z } from 'zod';
import { event, command, writtenField, type Messages } from '../message.js';
import { externalKey, id, instant, name, personal, typedName } from '../ids.js';
import { applyToOpen } from '../policies/noun.js';
import { exampleIds as ids, type Examples } from '../examples.js';
import { grouping } from '../grouping.js';
import * as serviceLimits from './limits.js';

export { refusals } from './refusals.js';

/** `support_hours`: by severity within the service’s support hours, low outside them. */
export const urgencyRules = ['always_high', 'always_low', 'by_severity', 'support_hours'] as const;
export type UrgencyRule = (typeof urgencyRules)[number];

const description = z.string().trim().max(1_000);

const { labelsPerService, labelNameCharacters, labelValueCharacters } = serviceLimits;
/** Conditions see them as `service.<name>`. */
export const serviceLabels = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/, 'Letters, digits, “_”, “.” and “-”; a letter first.')
      .max(labelNameCharacters),
    z.string().trim().min(1).max(labelValueCharacters),
  )
  .refine((labels) => Object.keys(labels).length <= labelsPerService, `A service has at most ${labelsPerService} labels.`);
export type ServiceLabels = z.infer<typeof serviceLabels>;

const settings = {
  name,
  description: personal(description),
  runbook: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable(),
  policyId: id,
  urgencyRule: z.enum(urgencyRules),
  /** Used if urgency depends on them. */
  supportHours: weeklyHours.optional(),
  /** Minutes until an acknowledged group fires again; 0 is off; null uses the organisation’s default for the urgency. */
  ackTimeoutMinutes: z.number().int().min(0).max(9_000).nullable(),
  /** Minutes; null takes the default of the interface. */
  reopenWindowMinutes: z.number().int().min(0).max(1_440).nullable(),
  /** Alert groups that fire and resolve again and again stay open, and page once. */
  flapDetection: z.literal(true).optional(),
  /** Absent: none. */
  labels: serviceLabels.optional(),
  /** Absent: it never had one, and alerts are grouped as their senders do; null: they are again. */
  grouping: grouping.nullable().optional(),
};

/** Facts about services, in the stream of the team that owns them. */
export const events = {
  ServiceCreated: event(
    1,
    ['teams', 'Service created'],
    'A service was created.',
    z.object({
      teamId: id,
      serviceId: id,
      ...settings,
      externalKey: externalKey.optional(),
      /** It pages nobody until a person presses Go live. */
      rehearses: z.literal(true).optional(),
    }),
    [writtenField('description')],
  ),
  ServiceChanged: event(
    1,
    ['teams', 'Service changed'],
    'A service’s settings were changed.',
    z.object({
      teamId: id,
      serviceId: id,
      version: z.number().int(),
      ...settings,
      /** Its policy was changed, and its open alert groups continue with the new one. */
      appliesToOpen: z.literal(true).optional(),
      /** Its labels were changed: what they mute is asked again. */
      relabelled: z.literal(true).optional(),
    }),
    [writtenField('description')],
  ),
  ServiceWentLive: event(
    1,
    ['teams', 'Service went live'],
    'A service that rehearsed pages people from now on. It never rehearses again.',
    z.object({ teamId: id, serviceId: id }),
  ),
  ServiceArchived: event(1, ['teams', 'Service archived'], 'A service was archived.', z.object({ teamId: id, serviceId: id })),
  ServicesMovedToPolicy: event(
    1,
    ['teams', 'Services moved to a policy'],
    'All services of one policy were moved to another.',
    z.object({
      teamId: id,
      policyId: id,
      toPolicyId: id,
      serviceIds: z.array(id),
      /** There are more than these: another such event has the rest. */
      more: z.literal(true).optional(),
    }),
  ),
  ServiceRestored: event(
    1,
    ['teams', 'Service restored'],
    'An archived service was made active again.',
    z.object({ teamId: id, serviceId: id }),
  ),
};
export type ServiceFact = Messages<typeof events>;

const editable = {
  name: typedName,
  description: description.default(''),
  runbook: settings.runbook.default(null),
  policyId: id,
  urgencyRule: settings.urgencyRule.default('by_severity'),
  supportHours: settings.supportHours,
  ackTimeoutMinutes: settings.ackTimeoutMinutes.default(null),
  reopenWindowMinutes: settings.reopenWindowMinutes.default(null),
  flapDetection: z.boolean().optional(),
  labels: settings.labels,
  grouping: grouping.optional(),
};

/** Left out: as it is. Null: the default. */
const changeable = {
  name: typedName,
  description: description.nullable().optional(),
  runbook: settings.runbook.optional(),
  policyId: id,
  urgencyRule: settings.urgencyRule.nullable().optional(),
  supportHours: weeklyHours.nullable().optional(),
  ackTimeoutMinutes: settings.ackTimeoutMinutes.optional(),
  reopenWindowMinutes: settings.reopenWindowMinutes.optional(),
  flapDetection: z.boolean().nullable().optional(),
  labels: serviceLabels.nullable().optional(),
  grouping: settings.grouping,
};

export const commands = {
  CreateService: command(
    'Create a service',
    'service.configure',
    z.strictObject({
      teamId: id,
      serviceId: id.optional(),
      ...editable,
      externalKey: externalKey.optional(),
      /** It pages nobody until it goes live: for services that move in from another system. Only a new service can rehearse. */
      rehearses: z.boolean().optional(),
    }),
  ),
  ChangeService: command(
    'Change a service',
    'service.configure',
    z.strictObject({
      teamId: id,
      serviceId: id,
      /** The version that was edited. */
      version: z.number().int(),
      ...changeable,
      applyToOpen,
    }),
  ),
  TakeServiceLive: command('Take a service live that rehearses', 'service.configure', z.strictObject({ teamId: id, serviceId: id })),
  ArchiveService: command('Archive a service', 'service.configure', z.strictObject({ teamId: id, serviceId: id })),
  MoveAllToPolicy: command(
    'Move all services of a policy to another one',
    'service.configure',
    z.strictObject({ teamId: id, policyId: id, toPolicyId: id }),
  ),
  RestoreService: command('Make an archived service active', 'service.configure', z.strictObject({ teamId: id, serviceId: id })),
};

export const examples: Examples<typeof commands> = {
  CreateService: { body: { teamId: ids.team, name: 'Checkout', policyId: ids.policy } },
  ChangeService: { body: { teamId: ids.team, serviceId: ids.service, version: 1, name: 'Checkout', policyId: ids.policy } },
  TakeServiceLive: { body: { teamId: ids.team, serviceId: ids.service } },
  ArchiveService: { body: { teamId: ids.team, serviceId: ids.service } },
  MoveAllToPolicy: { body: { teamId: ids.team, policyId: ids.policy, toPolicyId: ids.other }, refusedAs: 'policy.not_found' },
  RestoreService: { body: { teamId: ids.team, serviceId: ids.service } },
};

export const serviceRow = z.object({
  id,
  teamId: id,
  version: z.number().int(),
  state: z.enum(['active', 'archived']),
  ...settings,
  /** It pages nobody. Absent: it is live. */
  rehearsingSince: instant.optional(),
});
export type ServiceRow = z.infer<typeof serviceRow>;

/** Response rows by view name. */
export const views = { services: serviceRow };
