import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { ConnectionRow } from '@tocsin/contracts/connections/noun.js';
import { contactTraits, throughOf, type AddressSort, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { limits } from '@tocsin/contracts/limits.js';
import * as eventSubscriptionLimits from '@tocsin/contracts/event-subscriptions/limits.js';
import { isErased } from '@tocsin/contracts/ids.js';
import type { ContactMethod, ContactRow } from '@tocsin/contracts/contacts/rows.js';
import { isRehearsal, isRungByRehearsals } from '@tocsin/domain/operation/alert-groups/shared/rehearsal.js';
import type { OpenGroup } from '@tocsin/domain/operation/alert-groups/shared/reads.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { pageOf } from '@tocsin/domain/operation/alert-groups/state.js';
import type { EventQueueRow } from '@tocsin/domain/operation/event-subscriptions/shared/queue-row.js';

const hostKey = (address: string): readonly string[] => (URL.canParse(address) ? [new URL(address).host] : []);

/**
 * What calls by a contact method count for, by the sort of its address: the mail server is one provider for all addresses. Browser tabs are reached by this
 * server itself: there is no provider to protect.
 */
const limitKeys: Readonly<Record<AddressSort, (address: string, through: string) => readonly string[]>> = {
  none: () => [],
  email: () => ['email'],
  url: hostKey,
  topic: hostKey,
  server: hostKey,
  phone: (_address, through) => [through],
  hook: hostKey,
  // a chat that hangs blocks no other
  member: (_address, through) => [through],
  userKey: (_address, through) => [through],
  device: hostKey,
};

const connectionIn = (memory: MemoryRows, kind: string): ConnectionRow | undefined =>
  [...memory.rows<ConnectionRow>('connections').all()].find((one) => one.kind === kind);

/** The kind of connection that sends it: an account is one provider, whatever goes through it. */
const senderOf = (memory: MemoryRows, kind: ContactKind): string =>
  throughOf(kind).find((through) => connectionIn(memory, through)) ?? throughOf(kind)[0] ?? kind;

/** The connection at this address, for kinds whose messages it does not send: a server that an admin typed, with a pace. */
const connectedAt = (memory: MemoryRows, kind: string, address: string): readonly string[] => {
  const [host] = hostKey(address);
  const [ownHost] = hostKey(connectionIn(memory, kind)?.fields['baseUrl'] ?? '');
  return host !== undefined && host === ownHost ? [kind] : [];
};

const limitKeysOf = (memory: MemoryRows, { kind, address: personal }: Pick<ContactMethod, 'kind' | 'address'>): readonly string[] => {
  const sort = contactTraits[kind].address;
  const address = isErased(personal) ? '' : personal;
  const keys = limitKeys[sort](address, senderOf(memory, kind));
  return sort === 'hook' ? [...keys, ...connectedAt(memory, kind, address)] : keys;
};

/**
 * The provider of all subscriptions together, so that their calls leave slots for each other’s hosts. The space keeps it from being
 * a host name.
 */
const eventReceivers = 'event receivers';

/** The command and the event that claim an attempt, and those that claim a delivery. */
const ofAttempts = new Set(['StartAttempt', 'AttemptStarted']);
const ofDeliveries = new Set(['StartEventDelivery', 'EventDeliveryStarted']);

const ofCalls = new Set(['StartWebhookCall', 'WebhookCallStarted']);

/** Prefix for webhooks of steps: each webhook is its own provider, so that one that hangs does not block the others. */
const webhookOfStep = 'webhook of a step ';
/** Prefix for hosts, as they are called by programs: those never have all slots of a host, of which pages may need some. */
const programsAt = 'programs at ';

/** Concurrent calls allowed to a provider; to a connection as many as its admin set. */
export const placesOf = (memory: MemoryRows, provider: string): number => {
  if (provider.startsWith(webhookOfStep)) return eventSubscriptionLimits.callsOfWebhookAtOnce;
  if (provider.startsWith(programsAt)) return limits.callsOfProgramsAtOnce;
  return Number(connectionIn(memory, provider)?.fields['atOnce']) || limits.callsAtOnce;
};

/** Milliseconds between the starts of two calls to a provider. */
export const pauseOf = (memory: MemoryRows, provider: string): number => {
  const perSecond = Number(connectionIn(memory, provider)?.fields['perSecond']);
  return perSecond > 0 ? 1_000 / perSecond : 0;
};

/** The host that a subscription calls, as a provider: pages may go to the same one. */
const hostOf = (memory: MemoryRows, subscriptionId: string): readonly string[] => {
  const { host: shown, receiver } = memory.rows<EventQueueRow>('eventQueues').get(subscriptionId)?.state ?? {};
  if (shown === undefined) return [];
  // a place in a chat counts for the chat, as pages there do
  const host = URL.canParse(shown) ? new URL(shown).host : receiver;
  if (host === undefined) return [];
  return [`${programsAt}${host}`, host, ...(receiver ? connectedAt(memory, receiver, shown) : [])];
};

const providersOfStep = (
  memory: MemoryRows,
  { groupId, callId }: { readonly groupId: string; readonly callId: string },
): readonly string[] => {
  const call = memory
    .rows<OpenGroup>('groups')
    .get(groupId)
    ?.calls?.find((one) => one.callId === callId);
  return call ? [`${webhookOfStep}${call.subscriptionId}`, ...hostOf(memory, call.subscriptionId)] : [];
};

const providersOfMethod = (memory: MemoryRows, personId: string, contactMethodId: string): readonly string[] => {
  const methods = memory.rows<ContactRow>('contacts').get(personId)?.methods;
  const method = methods?.find((one) => one.contactMethodId === contactMethodId);
  return method ? limitKeysOf(memory, method) : [];
};

const providersOfBundle = (memory: MemoryRows, { personId, contactMethodId, passedOn }: FactOf<'BundleStarted'>): readonly string[] =>
  passedOn ? [] : providersOfMethod(memory, personId, contactMethodId);

/** Nothing is sent, so no provider is to be spared. */
const isOnlyCounted = (memory: MemoryRows, group: OpenGroup, personId: string): boolean =>
  isRehearsal(group, { services: memory.rows<ServiceRow>('services') }) &&
  !isRungByRehearsals(memory.rows<ContactRow>('contacts').get(personId));

/** The providers of the attempt, delivery or call that a message claims; none for every other message. */
export const providersOf = (memory: MemoryRows, { type, data }: Message): readonly string[] => {
  if (ofDeliveries.has(type)) return [eventReceivers, ...hostOf(memory, (data as FactOf<'EventDeliveryStarted'>).subscriptionId)];
  if (ofCalls.has(type)) return providersOfStep(memory, data as Parameters<typeof providersOfStep>[1]);
  if (type === 'BundleStarted') return providersOfBundle(memory, data as FactOf<'BundleStarted'>);
  if (!ofAttempts.has(type)) return [];
  const { groupId, pageId, slot, ring } = data as FactOf<'AttemptStarted'>;
  // pages in a bundle share one call, counted by BundleStarted
  if (ring?.bundled) return [];
  const group = memory.rows<OpenGroup>('groups').get(groupId);
  const page = group && pageOf(group, pageId);
  const attempt = page?.attempts[slot];
  if (!page || !attempt) return [];
  if (type === 'StartAttempt' && isOnlyCounted(memory, group, page.personId)) return [];
  return providersOfMethod(memory, page.personId, attempt.contactMethodId);
};
