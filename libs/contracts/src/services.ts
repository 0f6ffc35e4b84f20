import { weeklyHours } from './hours.js';
import { integrationKinds } from './integration-kinds.js';
import { z } from 'zod';
import { event, command, writtenField, type Messages } from './message.js';
import { id, instant, name, personal, typedName } from './ids.js';
import { limits } from './limits.js';
import { applyToOpen } from './policies.js';
import { exampleIds as ids, type Examples } from './examples.js';

/** `support_hours`: by severity within the service’s support hours, low outside them. */
export const urgencyRules = ['always_high', 'always_low', 'by_severity', 'support_hours'] as const;
export type UrgencyRule = (typeof urgencyRules)[number];

const description = z.string().trim().max(1_000);

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
};

/** Facts about services, in the stream of the team that owns them. */
export const serviceEvents = {
  ServiceCreated: event(1, ['teams', 'Service created'], 'A service was created.', z.object({ teamId: id, serviceId: id, ...settings }), [
    writtenField('description'),
  ]),
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
    }),
    [writtenField('description')],
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
export type ServiceFact = Messages<typeof serviceEvents>;

const editable = {
  name: typedName,
  description: description.default(''),
  runbook: settings.runbook.default(null),
  policyId: id,
  urgencyRule: settings.urgencyRule.default('by_severity'),
  supportHours: settings.supportHours,
  ackTimeoutMinutes: settings.ackTimeoutMinutes.default(null),
  reopenWindowMinutes: settings.reopenWindowMinutes.default(null),
};

export const serviceCommands = {
  CreateService: command('Create a service', 'service.configure', z.strictObject({ teamId: id, serviceId: id.optional(), ...editable })),
  ChangeService: command(
    'Change a service',
    'service.configure',
    z.strictObject({ teamId: id, serviceId: id, /** The version that was edited. */ version: z.number().int(), ...editable, applyToOpen }),
  ),
  ArchiveService: command('Archive a service', 'service.configure', z.strictObject({ teamId: id, serviceId: id })),
  MoveAllToPolicy: command(
    'Move all services of a policy to another one',
    'service.configure',
    z.strictObject({ teamId: id, policyId: id, toPolicyId: id }),
  ),
  RestoreService: command('Make an archived service active', 'service.configure', z.strictObject({ teamId: id, serviceId: id })),
};

export const serviceExamples: Examples<typeof serviceCommands> = {
  CreateService: { body: { teamId: ids.team, name: 'Checkout', policyId: ids.policy } },
  ChangeService: { body: { teamId: ids.team, serviceId: ids.service, version: 1, name: 'Checkout', policyId: ids.policy } },
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
});
export type ServiceRow = z.infer<typeof serviceRow>;

/** Facts about integrations, in the stream of the team that owns the service. A key itself is never in an event. */
export const integrationEvents = {
  IntegrationCreated: event(
    1,
    ['teams', 'Integration created'],
    'An integration was created.',
    z.object({ teamId: id, serviceId: id, integrationId: id, name, kind: z.enum(integrationKinds) }),
  ),
  IntegrationRenamed: event(
    1,
    ['teams', 'Integration renamed'],
    'An integration was renamed.',
    z.object({ teamId: id, integrationId: id, name }),
  ),
  IntegrationKeyIssued: event(
    1,
    ['teams', 'Integration key issued'],
    'A key was issued for an integration; up to two live at a time.',
    z.object({ teamId: id, integrationId: id, keyHash: z.string(), keyRef: z.string() }),
  ),
  IntegrationKeyEnded: event(
    1,
    ['teams', 'Integration key revoked'],
    'A key of an integration was revoked.',
    z.object({ teamId: id, integrationId: id, keyHash: z.string() }),
  ),
  IntegrationKeyRevealed: event(
    1,
    ['teams', 'Integration key shown'],
    'A key of an integration was shown to someone.',
    z.object({ teamId: id, integrationId: id, keyHash: z.string() }),
  ),
  IntegrationLimited: event(
    1,
    ['teams', 'Hard limit changed'],
    'The hard limit of an integration was set or removed: signals above it are refused.',
    z.object({ teamId: id, integrationId: id, /** Signals in 5 minutes; null: none. */ hardLimit: z.number().int().nullable() }),
  ),
  IntegrationRemoved: event(
    1,
    ['teams', 'Integration removed'],
    'An integration was removed; its keys end.',
    z.object({ teamId: id, integrationId: id }),
  ),
};
export type IntegrationFact = Messages<typeof integrationEvents>;

/** Public id of a key: neither the key, nor the hash on the log. */
const keyId = z.string().min(1).max(64);

export const integrationCommands = {
  CreateIntegration: command(
    'Create an integration',
    'service.configure',
    z.strictObject({ teamId: id, serviceId: id, integrationId: id.optional(), name: typedName, kind: z.enum(integrationKinds) }),
  ),
  RenameIntegration: command(
    'Rename an integration',
    'service.configure',
    z.strictObject({ teamId: id, integrationId: id, name: typedName }),
  ),
  IssueIntegrationKey: command('Issue a second key', 'service.configure', z.strictObject({ teamId: id, integrationId: id })),
  RevealIntegrationKey: command(
    'Show a key, with the text to paste into the sender',
    'service.configure',
    z.strictObject({ teamId: id, integrationId: id, keyId }),
  ),
  EndIntegrationKey: command('Revoke a key', 'service.configure', z.strictObject({ teamId: id, integrationId: id, keyId })),
  LimitIntegration: command(
    'Set the hard limit of an integration',
    'organisation.configure',
    z.strictObject({
      teamId: id,
      integrationId: id,
      /** Signals in 5 minutes, above which they are refused; null: none. */
      hardLimit: z.number().int().min(limits.hardLimit.least).max(limits.hardLimit.most).nullable(),
    }),
  ),
  RemoveIntegration: command('Remove an integration', 'service.configure', z.strictObject({ teamId: id, integrationId: id })),
};

const ofIntegration = { teamId: ids.team, integrationId: ids.integration };

export const integrationExamples: Examples<typeof integrationCommands> = {
  CreateIntegration: { body: { teamId: ids.team, serviceId: ids.service, name: 'Prometheus', kind: 'alertmanager' } },
  RenameIntegration: { body: { ...ofIntegration, name: 'Prometheus' } },
  IssueIntegrationKey: { body: ofIntegration },
  RevealIntegrationKey: { body: { ...ofIntegration, keyId: ids.key } },
  EndIntegrationKey: { body: { ...ofIntegration, keyId: ids.key } },
  LimitIntegration: { body: { ...ofIntegration, hardLimit: 100_000 } },
  RemoveIntegration: { body: ofIntegration },
};

/** Recent signals of an integration, routed or not, for the last five `minutes` (UTC), oldest first. */
export const arrivalsRow = z.object({
  id,
  serviceId: id,
  lastAt: instant,
  minutes: z.array(z.object({ minute: instant, signals: z.number().int() })),
});
export type ArrivalsRow = z.infer<typeof arrivalsRow>;

export const integrationRow = z.object({
  id,
  teamId: id,
  serviceId: id,
  name,
  kind: z.enum(integrationKinds),
  keys: z.array(z.object({ keyHash: z.string(), keyRef: z.string(), since: instant })),
  /** Ended keys, newest last: signals with one come from a sender that was not updated. */
  endedKeys: z.array(z.object({ keyHash: z.string(), since: instant, until: instant })),
  /** Signals in 5 minutes, above which they are refused. Absent, or null: none are. */
  hardLimit: z.number().int().nullable().optional(),
});
export type IntegrationRow = z.infer<typeof integrationRow>;

/** An integration as the API returns it. */
export const integrationShown = integrationRow.omit({ keys: true, endedKeys: true }).extend({
  keys: z.array(z.object({ keyId, since: instant })),
  endedKeys: z.array(z.object({ keyId, since: instant, until: instant })),
});
export type IntegrationShown = z.infer<typeof integrationShown>;

/** Response rows by view name. */
export const serviceViews = { services: serviceRow };

/** Response rows by view name. */
export const integrationViews = { integrations: integrationShown, arrivals: arrivalsRow };
