import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { contactTraits } from '@tocsin/contracts/contact-kinds.js';
import { limits } from '@tocsin/contracts/limits.js';
import { isErased } from '@tocsin/contracts/ids.js';
import type { ContactMethod, ContactRow } from '@tocsin/contracts/contact-rows.js';
import type { OpenGroup } from '@tocsin/domain/alert-groups/shared/reads.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { pageOf } from '@tocsin/domain/alert-groups/state.js';

/**
 * The provider that a contact method calls: the mail server, or the host of the address. Undefined for browser tabs, which this
 * server reaches itself: there is no provider to protect.
 */
const calledBy = ({ kind, address }: Pick<ContactMethod, 'kind' | 'address'>): string | undefined => {
  const { address: addressed } = contactTraits[kind];
  if (addressed === 'email') return 'email';
  if (addressed === 'none' || isErased(address) || !URL.canParse(address)) return undefined;
  return new URL(address).host;
};

/**
 * One provider name for all subscriptions, so that their calls never use the slots of pages. The space keeps it from being a host
 * name.
 */
const eventReceivers = 'event receivers';

/** The command and the event that claim an attempt, and those that claim a delivery. */
const ofAttempts = new Set(['StartAttempt', 'AttemptStarted']);
const ofDeliveries = new Set(['StartEventDelivery', 'EventDeliveryStarted']);

const ofCalls = new Set(['StartWebhookCall', 'WebhookCallStarted']);

/** Prefix for webhooks of steps: each webhook is its own provider, so that one that hangs does not block the others. */
const webhookOfStep = 'webhook of a step ';

/** How many calls to a provider may run at once. */
export const placesOf = (provider: string): number =>
  provider.startsWith(webhookOfStep) ? limits.callsOfWebhookAtOnce : limits.callsAtOnce;

const ofStep = (memory: MemoryRows, { groupId, callId }: { readonly groupId: string; readonly callId: string }): string | undefined => {
  const call = memory
    .rows<OpenGroup>('groups')
    .get(groupId)
    ?.calls?.find((one) => one.callId === callId);
  return call && `${webhookOfStep}${call.subscriptionId}`;
};

const ofMethod = (memory: MemoryRows, personId: string, contactMethodId: string): string | undefined => {
  const methods = memory.rows<ContactRow>('contacts').get(personId)?.methods;
  const method = methods?.find((one) => one.contactMethodId === contactMethodId);
  return method && calledBy(method);
};

const ofBundle = (memory: MemoryRows, { personId, contactMethodId, passedOn }: FactOf<'BundleStarted'>): string | undefined =>
  passedOn ? undefined : ofMethod(memory, personId, contactMethodId);

/** The provider of the attempt or the delivery that a message claims; undefined for every other message. */
export const providerOf = (memory: MemoryRows, { type, data }: Message): string | undefined => {
  if (ofDeliveries.has(type)) return eventReceivers;
  if (ofCalls.has(type)) return ofStep(memory, data as Parameters<typeof ofStep>[1]);
  if (type === 'BundleStarted') return ofBundle(memory, data as FactOf<'BundleStarted'>);
  if (!ofAttempts.has(type)) return undefined;
  const { groupId, pageId, slot, ring } = data as FactOf<'AttemptStarted'>;
  // pages in a bundle share one call, counted by BundleStarted
  if (ring?.bundled) return undefined;
  const group = memory.rows<OpenGroup>('groups').get(groupId);
  const page = group && pageOf(group, pageId);
  const attempt = page?.attempts[slot];
  if (!page || !attempt) return undefined;
  return ofMethod(memory, page.personId, attempt.contactMethodId);
};
