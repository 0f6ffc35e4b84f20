import { accessEvents } from '@tocsin/contracts/access.js';
import { calendarFeedEvents } from '@tocsin/contracts/calendar-feeds.js';
import { eventContract, type EventType } from '@tocsin/contracts/catalogue.js';
import { eventSubscriptionEvents } from '@tocsin/contracts/event-subscriptions.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { organisationEvents } from '@tocsin/contracts/organisation.js';
import { contactEvents } from '@tocsin/contracts/contacts.js';
import { peopleEvents } from '@tocsin/contracts/people.js';
import { integrationEvents } from '@tocsin/contracts/services.js';
import { mailServerEvents } from '@tocsin/contracts/mail-server.js';
import { signInEvents } from '@tocsin/contracts/sign-in.js';
import { teamEvents } from '@tocsin/contracts/teams.js';
import { tokenEvents } from '@tocsin/contracts/tokens.js';
import { mayEverywhere, mayReadInClear, type Acting } from '@tocsin/domain/rules/permissions.js';
import { mayReadToken } from './shown.js';

type Data = Readonly<Record<string, unknown>>;

/** A sender may call a label as it likes: only what these tables declare names a secret. */
const tables = [
  peopleEvents,
  contactEvents,
  tokenEvents,
  calendarFeedEvents,
  accessEvents,
  signInEvents,
  mailServerEvents,
  organisationEvents,
  integrationEvents,
  teamEvents,
  eventSubscriptionEvents,
];
const ofConfiguration = new Set(tables.flatMap((table) => Object.keys(table)));

const blank = (value: unknown): unknown => (Array.isArray(value) ? [] : typeof value === 'string' ? '' : value);

/** Whether a field of this name holds a hash, or the place of a secret: it opens nothing, and is nobody’s affair. */
export const isSecretField = (name: string): boolean => /(?:Hash|Hashes|Ref)$/.test(name);

/** Hashes, and where secrets lie: emptied, so that one still sees that there is one. */
const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isSecretField(key) ? blank(one) : withoutSecrets(one)]));
};

const blanked = (data: Data, [key, ...rest]: readonly string[]): Data =>
  key === undefined || !(key in data) ? data : { ...data, [key]: rest.length === 0 ? blank(data[key]) : blanked(data[key] as Data, rest) };

/** What a person is called is for everybody; what they call their searches and devices is not. */
const nameOfPerson: Readonly<Record<string, string>> = {
  PersonInvited: 'name',
  PersonJoined: 'name',
  PersonRenamed: 'name',
  OrganisationSetUp: 'owner.name',
};

/** What somebody looks at often, and an address that is not theirs yet, is nobody else’s affair. */
const ofOneself: ReadonlySet<string> = new Set<EventType>(['SearchSaved', 'EmailChangeAsked']);

const isOneself = ({ actor }: Acting, personId: string): boolean => actor.kind === 'person' && actor.id === personId;

const mayReadPersonal = (who: Acting, type: string, personId: string): boolean => {
  if (type === 'PersonalTokenIssued') return mayReadToken({ personId }, who);
  return ofOneself.has(type) ? isOneself(who, personId) : mayReadInClear(who, personId);
};

/** Which provider, and whom it lets in, tells a stranger whom to pretend to be; its name is on the button at the sign-in. */
const ofProvider = ['issuer', 'clientId', 'domains'];
const blankProvider = (data: Data): Data => ofProvider.reduce((before, key) => blanked(before, [key]), data);
const withoutProvider: Readonly<Record<string, (data: Data) => Data>> = {
  SignInConfigured: ({ openId, ...data }) => {
    if (openId === null) return { openId, ...data };
    const { createsPeople: _whom, ...shown } = openId as Data;
    return { openId: blankProvider(shown), ...data };
  },
  IdentityProviderConfirmed: blankProvider,
};

/** As it stands in a list: without the body that a sender sent, which is long. It is read with its event alone. */
export const withoutBody = (event: Recorded): Recorded => {
  if (event.type !== 'SignalReceived') return event;
  const { raw: _raw, ...data } = event.data as Data;
  return { ...event, data };
};

const ofPerson = 'person:';

/** An event as somebody may see it: what is personal only to whom the table of permissions lets, what opens a door to nobody. */
export const shownEvent = (event: Recorded, who: Acting): Recorded => {
  const { type } = event;
  if (!ofConfiguration.has(type)) return event;
  let data = withoutSecrets(event.data) as Data;
  for (const field of eventContract(type)?.personal ?? []) {
    // what a person wrote is for everybody who reads the history
    const whose = 'subject' in field ? field.subject(event.data) : '';
    const { path } = field;
    if (!whose.startsWith(ofPerson) || path === nameOfPerson[type]) continue;
    if (!mayReadPersonal(who, type, whose.slice(ofPerson.length))) data = blanked(data, path.split('.'));
  }
  // what a token may is told with its name
  if (type === 'PersonalTokenIssued' && !mayReadToken(data as { personId: string }, who)) data = blanked(data, ['scopes']);
  if (type in withoutProvider && !mayEverywhere(who, 'people.addresses')) data = withoutProvider[type]!(data);
  return { ...event, data };
};
