import { events as accessEvents } from '@tocsin/contracts/access/noun.js';
import { events as calendarFeedEvents } from '@tocsin/contracts/calendar-feeds/noun.js';
import { eventContract, type EventType } from '@tocsin/contracts/catalogue.js';
import { events as eventSubscriptionEvents } from '@tocsin/contracts/event-subscriptions/noun.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { organisationEvents } from '@tocsin/contracts/organisation/noun.js';
import { contactEvents } from '@tocsin/contracts/contacts/events.js';
import { peopleEvents } from '@tocsin/contracts/people/events.js';
import { events as integrationEvents } from '@tocsin/contracts/integrations/noun.js';
import { events as backupEvents } from '@tocsin/contracts/backups/noun.js';
import { events as mailServerEvents } from '@tocsin/contracts/mail-server/noun.js';
import { events as configFileEvents } from '@tocsin/contracts/config-files/noun.js';
import { events as connectionEvents } from '@tocsin/contracts/connections/noun.js';
import { events as signInEvents } from '@tocsin/contracts/sign-in/noun.js';
import { events as teamEvents } from '@tocsin/contracts/teams/noun.js';
import { events as tokenEvents } from '@tocsin/contracts/tokens/noun.js';
import { hasOrganisationPermission, canReadInClear, type PermissionInput } from '@tocsin/domain/rules/permissions.js';
import { canReadToken } from './row-visibility.js';

type EventData = Readonly<Record<string, unknown>>;

/** Events whose declared fields may refer to a secret. Labels of senders may have any name, so fields of other events are not considered. */
const tables = [
  peopleEvents,
  contactEvents,
  tokenEvents,
  calendarFeedEvents,
  accessEvents,
  signInEvents,
  mailServerEvents,
  backupEvents,
  connectionEvents,
  configFileEvents,
  organisationEvents,
  integrationEvents,
  teamEvents,
  eventSubscriptionEvents,
];
const ofConfiguration = new Set(tables.flatMap((table) => Object.keys(table)));

const blankValue = (value: unknown): unknown => (Array.isArray(value) ? [] : typeof value === 'string' ? '' : value);

/** Whether a field of this name contains a hash or a secret’s reference. It opens nothing, but is no reader’s concern. */
export const isSecretField = (name: string): boolean => /(?:Hash|Hashes|Ref)$/.test(name);

/** Empties hashes and references of secrets, so that a reader still sees that there is one. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isSecretField(key) ? blankValue(one) : withoutSecrets(one)]));
};

const blankPath = (data: EventData, [key, ...rest]: readonly string[]): EventData =>
  key === undefined || !(key in data)
    ? data
    : { ...data, [key]: rest.length === 0 ? blankValue(data[key]) : blankPath(data[key] as EventData, rest) };

/** People’s names are visible to all; the names of their searches and devices are not. */
const nameOfPerson: Readonly<Record<string, string>> = {
  PersonInvited: 'name',
  PersonJoined: 'name',
  PersonRenamed: 'name',
  OrganisationSetUp: 'owner.name',
};

/** Saved searches, and an address that is not confirmed yet, are visible only to the person themselves. */
const ofOneself: ReadonlySet<string> = new Set<EventType>(['SearchSaved', 'EmailChangeAsked']);

const isOneself = ({ actor }: PermissionInput, personId: string): boolean => actor.kind === 'person' && actor.id === personId;

const canReadPersonal = (viewer: PermissionInput, type: string, personId: string): boolean => {
  if (type === 'PersonalTokenIssued') return canReadToken({ personId }, viewer);
  return ofOneself.has(type) ? isOneself(viewer, personId) : canReadInClear(viewer, personId);
};

/** The provider and its allowed domains would show a stranger whom to impersonate; its name is public, on the sign-in button. */
const ofProvider = ['issuer', 'clientId', 'domains'];
const blankProvider = (data: EventData): EventData => ofProvider.reduce((before, key) => blankPath(before, [key]), data);
const withoutProviderOfSignIn = ({ openId, ...data }: EventData): EventData => {
  if (openId === null) return { openId, ...data };
  const { createsPeople: _whom, ...visible } = openId as EventData;
  return { openId: blankProvider(visible), ...data };
};

/** Accounts and prices are between the organisation and its providers. */
const withoutFields = (data: EventData): EventData => ({ ...data, fields: {} });

/** The address names a machine or a bucket. */
const withoutDestination = (data: EventData): EventData => ({ ...data, address: '', keyId: null });

/** Connections in the commands of a plan. */
const withoutFieldsOfCommands = (data: EventData): EventData => {
  const { command, steps } = data as {
    readonly command?: StepCommand | null;
    readonly steps?: readonly { readonly command: StepCommand | null }[];
  };
  return {
    ...data,
    ...(command ? { command: withoutAccount(command) } : {}),
    ...(steps ? { steps: steps.map((step) => ({ ...step, command: step.command && withoutAccount(step.command) })) } : {}),
  };
};

interface StepCommand {
  readonly type: string;
  readonly data: EventData;
}
const withoutAccount = ({ type, data }: StepCommand): StepCommand => ({ type, data: 'connectionId' in data ? withoutFields(data) : data });

/** What only readers with a permission see. */
const withheld: {
  readonly [T in EventType]?: {
    readonly may: Parameters<typeof hasOrganisationPermission>[1];
    readonly without: (data: EventData) => EventData;
  };
} = {
  SignInConfigured: { may: 'people.addresses', without: withoutProviderOfSignIn },
  IdentityProviderConfirmed: { may: 'people.addresses', without: blankProvider },
  BackupsConfigured: { may: 'backups.configure', without: withoutDestination },
  ConnectionAdded: { may: 'connections.configure', without: withoutFields },
  ConnectionChanged: { may: 'connections.configure', without: withoutFields },
  ConfigStepsPrepared: { may: 'connections.configure', without: withoutFieldsOfCommands },
  ConfigStepTaken: { may: 'connections.configure', without: withoutFieldsOfCommands },
};

/** The event as in a list: without the sender’s body, which is long and only read with the single event. */
export const withoutBody = (event: Recorded): Recorded => {
  if (event.type !== 'SignalReceived' && event.type !== 'PingReceived') return event;
  const { raw: _raw, ...data } = event.data as EventData;
  return { ...event, data };
};

const ofPerson = 'person:';

/** An event as the reader may see it: personal data only with permission, secrets never. */
export const showEvent = (event: Recorded, viewer: PermissionInput): Recorded => {
  const { type } = event;
  if (!ofConfiguration.has(type)) return event;
  let data = withoutSecrets(event.data) as EventData;
  for (const field of eventContract(type)?.personal ?? []) {
    // text that a person wrote is visible to everyone who may read the history
    const subjectId = 'subject' in field ? field.subject(event.data) : '';
    const { path } = field;
    if (!subjectId.startsWith(ofPerson) || path === nameOfPerson[type]) continue;
    if (!canReadPersonal(viewer, type, subjectId.slice(ofPerson.length))) data = blankPath(data, path.split('.'));
  }
  // a token’s permissions are hidden together with its name
  if (type === 'PersonalTokenIssued' && !canReadToken(data as { personId: string }, viewer)) data = blankPath(data, ['scopes']);
  const hidden = withheld[type as EventType];
  if (hidden && !hasOrganisationPermission(viewer, hidden.may)) data = hidden.without(data);
  return { ...event, data };
};
