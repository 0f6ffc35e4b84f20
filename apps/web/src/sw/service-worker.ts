// Imports only types: the worker is one file, and must start when nothing else of the app is available.
import type { PushMessage } from '@tocsin/contracts/contacts/push.js';

/** APIs of workers that the DOM types lack. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface VisibleNotification extends Notification {
  readonly data: PushMessage;
}
interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  push: WorkerEvent & { readonly data: { json(): PushMessage } | null };
  notificationclick: WorkerEvent & { readonly notification: VisibleNotification; readonly action: string };
  pushsubscriptionchange: WorkerEvent;
  fetch: WorkerEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void };
}
interface Worker {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(
      options: object,
    ): Promise<readonly { readonly url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<T extends keyof WorkerEvents>(type: T, listener: (event: WorkerEvents[T]) => void): void;
}
// The app is checked with the types of pages: those of workers name the same globals, and one program can’t have both.
const worker = globalThis as unknown as Worker;

const icon = '/icons/192.png';
const timeout = 10_000;

worker.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

// --- pages

worker.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(press(event.notification.data, event.action));
});

async function show(message: PushMessage): Promise<void> {
  const needsAnswer = message.kind === 'page' && !message.quiet;
  const isLoud = needsAnswer && message.update !== true;
  await notify(message, {
    silent: !isLoud,
    requireInteraction: needsAnswer,
    actions: message.kind === 'page' ? message.actions.map(({ act, title }) => ({ action: act, title })) : [],
    ...(isLoud ? { renotify: true, vibrate: [400, 150, 400, 150, 800] } : {}),
  });
  if (message.kind === 'page') {
    await removeEnded(message);
    return receipt(message, 'delivered');
  }
  if (message.close) for (const one of await notificationsOf(message.tag)) one.close();
}

/** A message that its group was resolved makes “Resolved.” redundant; a page that is open again keeps its place. */
async function removeEnded({ endedTag }: PushMessage & { kind: 'page' }): Promise<void> {
  if (endedTag === undefined) return;
  for (const one of await notificationsOf(endedTag)) if (one.data.kind === 'over') one.close();
}

/** Pending showNotification calls. */
const pendingShows = new Set<Promise<void>>();

/** One notification for each tag. */
function notify(message: PushMessage, options: object, body = message.body): Promise<void> {
  const visible = worker.registration
    .showNotification(message.title, { tag: message.tag, body, icon, badge: '/icons/badge.png', data: message, ...options })
    .finally(() => pendingShows.delete(visible));
  pendingShows.add(visible);
  return visible;
}

/** Waits for pending showNotification calls: Chromium drops a notification that is queried while it is being shown. */
async function notificationsOf(tag: string): Promise<readonly VisibleNotification[]> {
  await Promise.allSettled(pendingShows);
  return worker.registration.getNotifications({ tag });
}

async function press(message: PushMessage, action: string): Promise<void> {
  if (message.kind === 'over') return open(message.opens);
  if (action !== 'acknowledge' && action !== 'answer') {
    await Promise.all([receipt(message, 'read'), open(message.opens)]);
    return;
  }
  const [answer] = await Promise.all([ask(message.secret, { act: action }), receipt(message, 'read')]);
  if (answer === 'done')
    return notify(
      message,
      { silent: true },
      action === 'acknowledge' ? 'You acknowledged.' : 'Your own pages have stopped. Others are still paged.',
    );
  const why = answer === 'no network' ? 'No network' : 'The action failed';
  return notify(message, { silent: false, requireInteraction: true }, `${why}: nothing was changed. Tap to open it.`);
}

/** Reports delivery or reading. Best effort: not retried. */
const receipt = (message: PushMessage & { kind: 'page' }, what: 'delivered' | 'read'): Promise<void> =>
  ask(message.secret, { act: 'receipt', attemptId: message.attemptId, receipt: what }).then(() => undefined);

/** Authorised by the page’s own secret: no session is needed. */
async function ask(secret: string, body: object): Promise<'done' | 'refused' | 'no network'> {
  try {
    const { ok } = await fetch(`/api/pages/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    });
    return ok ? 'done' : 'refused';
  } catch {
    return 'no network';
  }
}

async function open(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin).href;
  const [there] = await worker.clients.matchAll({ type: 'window' });
  if (!there) {
    await worker.clients.openWindow(url);
    return;
  }
  await there.focus();
  await there.navigate(url);
}

// --- the subscription

/** The app leaves here which contact method this device is: `data/push.ts`. */
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew()));

async function renew(): Promise<void> {
  const known = await (await caches.open('device')).match('/device');
  if (!known) return;
  const { personId, contactMethodId, publicKey } = (await known.json()) as Record<string, string>;
  const made = await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey! });
  const { endpoint: address, keys } = made.toJSON();
  // with the session of this browser; without one `data/device.ts` does it when the app is next opened
  await fetch('/api/commands/RenewPushSubscription', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ personId, contactMethodId, address, keys }),
    signal: AbortSignal.timeout(timeout),
  }).catch(() => undefined);
}

// --- offline: the page from the network first, hashed files from the cache first, the API never from the cache

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && !isBesideTheApp(pathname)) event.respondWith(page(request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

/** Paths outside the app must not be cached as its shell. */
const isBesideTheApp = (pathname: string): boolean => /^\/(?:api|docs|metrics|healthz|readyz)(?:\/|$)/.test(pathname);

/** A new worker comes with a new page: files of the previous one are deleted, too. */
async function keepShell(): Promise<void> {
  const fresh = await fetch('/', { cache: 'no-cache' });
  if (!fresh.ok) throw new Error(`The page could not be kept: answered ${fresh.status}`);
  await renewShell(fresh);
}

/** All addresses of the app share one cached page; the address itself, which may contain a secret, is not cached. */
async function page(request: Request): Promise<Response> {
  try {
    const fresh = await fetch(request);
    // before it requests its files: otherwise some of them would be deleted with those of the older page
    if (fresh.ok) await renewShell(fresh.clone()).catch(() => undefined);
    return fresh;
  } catch (error) {
    const cached = await (await caches.open('shell')).match('/');
    if (cached) return cached;
    throw error;
  }
}

/** A new release: deletes cached files except those that the new page still references, which a browser may not request again. */
async function renewShell(fresh: Response): Promise<void> {
  const shell = await caches.open('shell');
  const [now, before] = await Promise.all([fresh.clone().text(), shell.match('/').then((cached) => cached?.text())]);
  if (now === before) return;
  const assets = await caches.open('assets');
  const obsolete = (await assets.keys()).filter(({ url }) => !now.includes(new URL(url).pathname));
  await Promise.all(obsolete.map((request) => assets.delete(request)));
  await shell.put('/', fresh);
}

async function asset(request: Request): Promise<Response> {
  const assets = await caches.open('assets');
  const cached = await assets.match(request);
  if (cached) return cached;
  const fresh = await fetch(request);
  if (fresh.ok) await assets.put(request, fresh.clone());
  return fresh;
}
