import { z } from 'zod';
import { exampleIds as ids, type Examples } from '../examples.js';
import { externalKey, id, instant, name, typedName } from '../ids.js';
import * as integrationLimits from './limits.js';
import { command, event, type Messages } from '../message.js';
import { integrationKinds } from './kinds.js';
import { foreignSystemNames } from '../moving-in/systems.js';

export { refusals } from './refusals.js';

/** An address, or all of a domain: `@example.org`. */
const mailSender = z
  .string()
  .trim()
  .toLowerCase()
  .max(integrationLimits.mailSenders.characters)
  .regex(/^[^\s@<>,;]*@[^\s@<>,;]+$/, 'An e-mail address, or a domain as @example.org.');

/** Where the other system’s credential goes; neither: it is in the address. */
const relayPlaces = {
  header: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, 'Letters, digits and “-”.')
    .nullable(),
  /** A field of a JSON body, whose value is replaced. */
  field: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/, 'Letters, digits, “_”, “.” and “-”.')
    .nullable(),
};

/** Of a key that another system gave: it ends by itself then, unless it is kept, or the only one. Absent: Tocsin’s own. */
const ofRescue = { from: z.enum(foreignSystemNames).optional(), endsAt: instant.optional() };

/** Facts about integrations, in the stream of the team that owns the service. A key itself is never in an event. */
export const events = {
  IntegrationCreated: event(
    1,
    ['teams', 'Integration created'],
    'An integration was created.',
    z.object({ teamId: id, serviceId: id, integrationId: id, name, kind: z.enum(integrationKinds), externalKey: externalKey.optional() }),
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
    z.object({ teamId: id, integrationId: id, keyHash: z.string(), keyRef: z.string(), ...ofRescue }),
  ),
  IntegrationKeyKept: event(
    1,
    ['teams', 'Integration key kept'],
    'A key of another system does not end by itself any more.',
    z.object({ teamId: id, integrationId: id, keyHash: z.string() }),
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
  MailSendersChanged: event(
    1,
    ['teams', 'Mail senders changed'],
    'Whose mails an integration takes was changed: others are refused.',
    z.object({ teamId: id, integrationId: id, /** None: it takes all. */ senders: z.array(mailSender) }),
  ),
  RelaySet: event(
    1,
    ['teams', 'Relay set'],
    'What an integration receives is relayed to another system. The address and the credential are in the vault.',
    z.object({
      teamId: id,
      integrationId: id,
      relayRef: z.string(),
      /** Of the address. */
      host: z.string(),
      ...relayPlaces,
    }),
  ),
  RelayRemoved: event(
    1,
    ['teams', 'Relay removed'],
    'What an integration receives is no longer relayed.',
    z.object({ teamId: id, integrationId: id }),
  ),
  IntegrationRemoved: event(
    1,
    ['teams', 'Integration removed'],
    'An integration was removed; its keys end.',
    z.object({ teamId: id, integrationId: id }),
  ),
};
export type IntegrationFact = Messages<typeof events>;

/** Public id of a key: neither the key, nor the hash on the log. */
const keyId = z.string().min(1).max(64);

export const commands = {
  CreateIntegration: command(
    'Create an integration',
    'service.configure',
    z.strictObject({
      teamId: id,
      serviceId: id,
      integrationId: id.optional(),
      name: typedName,
      kind: z.enum(integrationKinds),
      externalKey: externalKey.optional(),
    }),
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
  KeepIntegrationKey: command(
    'Keep a key of another system, which would end by itself',
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
      hardLimit: z.number().int().min(integrationLimits.hardLimit.least).max(integrationLimits.hardLimit.most).nullable(),
    }),
  ),
  ChangeMailSenders: command(
    'Change whose mails an integration takes',
    'service.configure',
    z.strictObject({
      teamId: id,
      integrationId: id,
      /** Addresses, and domains as `@example.org`; none: it takes all. */
      senders: z.array(mailSender).max(integrationLimits.mailSenders.most),
    }),
  ),
  SetRelay: command(
    'Relay what an integration receives to another system',
    'organisation.configure',
    z.strictObject({
      teamId: id,
      integrationId: id,
      /** https; http for private addresses. */
      address: z.url({ protocol: /^https?$/ }).max(2_000),
      header: relayPlaces.header.default(null),
      field: relayPlaces.field.default(null),
      /** The value of the header or the field. */
      credential: z.string().trim().min(1).max(2_000).optional(),
    }),
  ),
  RemoveRelay: command('Relay no longer', 'organisation.configure', z.strictObject({ teamId: id, integrationId: id })),
  RemoveIntegration: command('Remove an integration', 'service.configure', z.strictObject({ teamId: id, integrationId: id })),
};

const ofIntegration = { teamId: ids.team, integrationId: ids.integration };

export const examples: Examples<typeof commands> = {
  CreateIntegration: { body: { teamId: ids.team, serviceId: ids.service, name: 'Prometheus', kind: 'alertmanager' } },
  RenameIntegration: { body: { ...ofIntegration, name: 'Prometheus' } },
  IssueIntegrationKey: { body: ofIntegration },
  RevealIntegrationKey: { body: { ...ofIntegration, keyId: ids.key } },
  KeepIntegrationKey: { body: { ...ofIntegration, keyId: ids.key } },
  EndIntegrationKey: { body: { ...ofIntegration, keyId: ids.key } },
  LimitIntegration: { body: { ...ofIntegration, hardLimit: 100_000 } },
  ChangeMailSenders: { body: { ...ofIntegration, senders: ['@example.org'] }, refusedAs: 'integration.takes_no_mail' },
  SetRelay: { body: { ...ofIntegration, address: 'https://events.example.org/v2/enqueue' } },
  RemoveRelay: { body: ofIntegration },
  RemoveIntegration: { body: ofIntegration },
};

/** Recent signals of an integration, routed or not, for the last five `minutes` (UTC), oldest first. */
export const arrivalsRow = z.object({
  id,
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
  keys: z.array(z.object({ keyHash: z.string(), keyRef: z.string(), since: instant, ...ofRescue })),
  /** Ended keys, newest last: signals with one come from a sender that was not updated. */
  endedKeys: z.array(z.object({ keyHash: z.string(), since: instant, until: instant })),
  /** Signals in 5 minutes, above which they are refused. Absent, or null: none are. */
  hardLimit: z.number().int().nullable().optional(),
  /** Whose mails it takes: addresses, and domains as `@example.org`. Absent, or none: it takes all. */
  mailSenders: z.array(z.string()).optional(),
  /** Where what it receives is relayed to. Absent: nowhere. */
  relay: z.object({ host: z.string(), relayRef: z.string(), since: instant, ...relayPlaces }).optional(),
});
export type IntegrationRow = z.infer<typeof integrationRow>;

/** An integration as the API returns it. */
export const integrationShown = integrationRow.omit({ keys: true, endedKeys: true, relay: true }).extend({
  relay: integrationRow.shape.relay.unwrap().omit({ relayRef: true }).optional(),
  keys: z.array(z.object({ keyId, since: instant, ...ofRescue })),
  endedKeys: z.array(z.object({ keyId, since: instant, until: instant })),
});
export type IntegrationShown = z.infer<typeof integrationShown>;

/** Response rows by view name. */
export const views = { integrations: integrationShown, arrivals: arrivalsRow };
