import type { PushShown } from '@tocsin/contracts/http.js';
import type { ContactMethod } from '@tocsin/contracts/contacts/rows.js';
import { api } from '../cache/api.js';
import { startWorker } from '../offline/start-worker.js';

/** Whether this browser can receive push while locked, or why not. */
export type PushState = 'possible' | 'insecure' | 'home_screen' | 'denied' | 'unknown_here';

/** On an iPhone push is there for apps on the Home Screen alone. */
const isAppleTelephone = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent);

export function pushState(): PushState {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTelephone() ? 'home_screen' : 'unknown_here';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** “Chrome on Android” */
export function deviceLabel(agent = navigator.userAgent): string {
  const browser = /Edg/.test(agent) ? 'Edge' : /Firefox|FxiOS/.test(agent) ? 'Firefox' : /Chrome|CriOS/.test(agent) ? 'Chrome' : 'Safari';
  const system =
    [
      [/iPhone/, 'iPhone'],
      [/iPad/, 'iPad'],
      [/Android/, 'Android'],
      [/Mac OS X/, 'Mac'],
      [/Windows/, 'Windows'],
      [/Linux/, 'Linux'],
    ].find(([pattern]) => (pattern as RegExp).test(agent))?.[1] ?? 'a device';
  return `${browser} on ${String(system)}`;
}

export interface PushSubscriptionData {
  readonly address: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly publicKey: string;
}

/** Asks the person for their permission, and subscribes. Must be called in a press. Null: they denied it. */
export async function subscribeHere(): Promise<PushSubscriptionData | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const [{ publicKey }, worker] = await Promise.all([api<PushShown>('GET', '/push'), workerHere()]);
  return subscribeWorker(worker, publicKey);
}

/** The push subscription of this browser for this key; subscribes when there is none. */
export async function subscribeWorker(worker: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscriptionData> {
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = made.toJSON();
  return { address: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! }, publicKey };
}

export async function workerHere(): Promise<ServiceWorkerRegistration> {
  await startWorker();
  return navigator.serviceWorker.ready;
}

/** The contact method of this browser, and the key of its subscription. */
interface Device {
  readonly personId: string;
  readonly contactMethodId: string;
  readonly publicKey: string;
}

/** Leaves word for the service worker, which renews the subscription when the browser changes it. */
export async function rememberDevice(device: Device): Promise<void> {
  await (await caches.open('device')).put('/device', Response.json(device));
}

export async function knownDevice(): Promise<Device | undefined> {
  const known = await (await caches.open('device')).match('/device');
  return known && ((await known.json()) as Device);
}

export const subscriptionHere = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null;

/** Finds this browser among these methods. */
export async function methodHere(methods: readonly ContactMethod[]): Promise<ContactMethod | undefined> {
  if (pushState() !== 'possible') return undefined;
  const subscription = await subscriptionHere();
  return methods.find(({ kind, address }) => kind === 'push' && address === subscription?.endpoint);
}
