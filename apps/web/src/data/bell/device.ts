import type { PushShown } from '@tocsin/contracts/http.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import type { QueryClient } from '@tanstack/react-query';
import { v7 } from 'uuid';
import { api } from '../cache/api.js';
import {
  knownDevice,
  pushState,
  rememberDevice,
  subscribeWorker,
  subscriptionHere,
  workerHere,
  type PushSubscriptionData,
} from './push.js';
import { readRow } from '../cache/read.js';
import { send } from '../cache/use-command.js';

/** The contact method of this person that this browser was added as; undefined if there is none. */
export async function myMethodHere(personId: string, methods: readonly ContactMethod[]): Promise<ContactMethod | undefined> {
  const known = await knownDevice();
  if (known?.personId !== personId) return undefined;
  return methods.find(({ contactMethodId }) => contactMethodId === known.contactMethodId);
}

/** Tells the server where this browser is reached now, under the contact method that it has. */
export async function renewDevice(
  client: QueryClient,
  personId: string,
  contactMethodId: string,
  { publicKey, address, keys }: PushSubscriptionData,
): Promise<void> {
  await send(client, 'RenewPushSubscription', { personId, contactMethodId, address, keys }, v7());
  await rememberDevice({ personId, contactMethodId, publicKey });
}

/**
 * Whether only another subscription helps: this one is gone, or was made with another key of the server, as this browser knows or its push service last
 * answered.
 */
async function mustBeAnother(personId: string, { contactMethodId, disabled }: ContactMethod, hasOtherKey: boolean): Promise<boolean> {
  if (disabled !== undefined || hasOtherKey) return true;
  const { row } = await readRow('receipts', personId);
  return row?.methods.find((one) => one.contactMethodId === contactMethodId)?.failed?.reason === 'delivery.push_key_refused';
}

/**
 * Renews the push subscription of this device if the browser changed or lost it while signed out, or the server’s keys changed; without a prompt,
 * since permission was given before. Does nothing if the device was never added, was removed, or notifications are blocked.
 */
export async function keepDevice(client: QueryClient, personId: string): Promise<void> {
  if (pushState() !== 'possible' || Notification.permission !== 'granted') return;
  const known = await knownDevice();
  if (known?.personId !== personId) return;
  const { row } = await readRow('contacts', personId);
  const method = await myMethodHere(personId, row?.methods ?? []);
  if (!method) return;
  const { publicKey } = await api<PushShown>('GET', '/push');
  const subscription = await subscriptionHere();
  const isGone = await mustBeAnother(personId, method, known.publicKey !== publicKey);
  if (subscription?.endpoint === method.address && !isGone) return;
  // a subscription that the push service no longer knows is not requested again under the same address
  if (subscription && isGone) await subscription.unsubscribe();
  const worker = await workerHere();
  await renewDevice(client, personId, method.contactMethodId, await subscribeWorker(worker, publicKey));
}
