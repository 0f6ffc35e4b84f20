import { AxeBuilder } from '@axe-core/playwright';
import type { CDPSession, Page, Worker } from 'playwright-core';
import type { PushMessage } from '@tocsin/contracts/contacts/push.js';
import { storyInBrowser, phone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { PushService } from '@tocsin/testing/fakes/push-service.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { bundlesOfEachLine, pagesOfEachKind } from '../../apps/server/src/deliveries/push-kinds.fixture.js';
import { bundlePush, endPush, pagePush, updatePush } from '../../apps/server/src/channels/push/render.js';

/** Worker APIs, which the types of tests lack. */
interface Registration {
  getNotifications: (this: Registration) => Promise<readonly { title: string; body: string; silent: boolean; tag: string }[]>;
  showNotification: (this: Registration, title: string, options: object) => Promise<void>;
}
interface Scope {
  readonly registration: Registration;
  readonly ServiceWorkerRegistration: { readonly prototype: Registration };
  readonly NotificationEvent: new (type: string, with_: object) => Event;
  dispatchEvent(event: Event): void;
  /** Shared with the test: pending notifications, and the calls made, in order. */
  showing: Set<Promise<void>>;
  done: string[];
  /** A notification that is still being shown. */
  held?: { title: string; waitForNotifications: Promise<void>; release(): void };
}

storyInBrowser('a phone that the app is installed on', (chapter) => {
  let stage: Stage;
  let service: PushService;
  let screens: Screens;
  let page: Page;
  let worker: Worker;
  let devtools: CDPSession;
  let registrationId: string;

  beforeAll(async () => {
    service = await PushService.start();
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    page = await screens.visit('/me', { as: stage.ana.api, size: phone });
    await page.context().grantPermissions(['notifications']);
    worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    // otherwise messages to a worker that does not respond yet are sometimes lost
    await worker.evaluate('self.registration.scope');
    await worker.evaluate(() => {
      const scope = globalThis as unknown as Scope;
      const { prototype } = scope.ServiceWorkerRegistration;
      const { showNotification, getNotifications } = prototype;
      Object.assign(scope, { showing: new Set(), done: [] });
      prototype.showNotification = function (title, options) {
        const shownPromise = (async () => {
          await showNotification.call(this, title, options);
          if (title === scope.held?.title) await scope.held.waitForNotifications;
          scope.done.push(title);
        })();
        scope.showing.add(shownPromise);
        return shownPromise.finally(() => scope.showing.delete(shownPromise));
      };
      prototype.getNotifications = function (...filter) {
        scope.done.push('looked');
        return getNotifications.apply(this, filter);
      };
    });
    devtools = await page.context().newCDPSession(page);
    const registrationKnown = new Promise<string>((resolve) => {
      devtools.on(
        'ServiceWorker.workerRegistrationUpdated',
        ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
      );
    });
    await devtools.send('ServiceWorker.enable');
    registrationId = await registrationKnown;
  });
  afterAll(async () => {
    await screens.close();
    await stage.close();
    await service.close();
  });

  /** Hands the worker what its push service would. */
  const deliver = (data: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: stage.tocsin.url, registrationId, data: JSON.stringify(data) });
  const listNotifications = () =>
    worker.evaluate(async () => {
      const { registration, showing } = globalThis as unknown as Scope;
      // Chromium drops a notification that is queried while it is being shown
      await Promise.allSettled(showing);
      return (await registration.getNotifications()).map(({ title, body, silent, tag }) => ({ title, body, silent, tag }));
    });
  const waitForNotifications = async (isMatching: (shown: Awaited<ReturnType<typeof listNotifications>>) => boolean) => {
    // a service worker does not report its notifications
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const notifications = await listNotifications();
      if (isMatching(notifications)) return notifications;
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    }
    throw new Error(`no such notification: ${JSON.stringify(await listNotifications())}`);
  };

  chapter('can be installed: a manifest with its pictures, and a worker for the whole app', async () => {
    const read = async (path: string) => fetch(new URL(path, stage.tocsin.url));
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await read(href!)).json()) as { display: string; icons: { src: string; purpose?: string }[] };
    expect(manifest.display).toBe('standalone');
    for (const { src } of manifest.icons) expect((await read(src)).headers.get('content-type')).toBe('image/png');
    expect((await read('/sw.js')).headers.get('cache-control')).toBe('no-cache');
    expect(new URL(worker.url()).pathname).toBe('/sw.js');
    const errors = await devtools.send('Page.getInstallabilityErrors');
    expect(errors.installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  });

  chapter('shows a page, acknowledges it by its button, and says what became of it', async () => {
    const { personId, api } = stage.ana;
    const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
    const { address, keys } = service.subscribe(body.publicKey);
    const { says: addAnswer } = await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label: 'Chrome on Android' });
    for (const urgency of ['high', 'low'] as const)
      await api.run('AddNotificationRule', { personId, urgency, contactMethodId: String(addAnswer['contactMethodId']), delayMinutes: 0 });
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const { message } = await service.waitFor();
    // reading implies delivery: a later delivery receipt changes nothing
    const receipt = page.context().waitForEvent('response', (answer) => new URL(answer.url()).pathname.startsWith('/api/pages/'));
    await deliver(message);
    const [firstNotification] = await waitForNotifications((all) => all.length === 1);
    expect((await receipt).ok()).toBe(true);
    expect(firstNotification).toMatchObject({ title: expect.stringContaining('#1 DiskFull'), silent: false });

    await worker.evaluate(async () => {
      const scope = globalThis as unknown as Scope;
      const [notification] = await scope.registration.getNotifications();
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: 'acknowledge' }));
    });
    await waitForNotifications(([first]) => first?.body === 'You acknowledged.');
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { personId } });
    const timeline = await stage.getTimeline((await stage.getGroup()).id);
    expect(timeline.map(({ type }) => type)).toEqual(expect.arrayContaining(['AttemptDelivered', 'AttemptRead']));
  });

  chapter('is silent when it is over', async () => {
    const resolvedMessage = await service.waitFor(({ message }) => message.kind === 'over');
    await deliver({ ...resolvedMessage.message, close: false });
    expect(await waitForNotifications(([first]) => first?.title.startsWith('✓') === true && first.silent)).toHaveLength(1);
    await deliver({ ...resolvedMessage.message, close: true });
    await waitForNotifications((all) => all.length === 0);
  });

  chapter('keeps a page beside messages of every other kind, until that page is over', async () => {
    const { groupLink } = pagesOfEachKind[0]!;
    const pushes = [...pagesOfEachKind.map(pagePush), ...bundlesOfEachLine.map(bundlePush)];
    const tagsShown = async () => (await listNotifications()).map(({ tag }) => tag).toSorted();
    const loudPages = new Map(pushes.filter(({ quiet }) => !quiet).map((push) => [push.tag, push]));
    for (const loudPage of loudPages.values()) {
      const others = pushes.filter(({ tag }) => tag !== loudPage.tag);
      for (const push of [loudPage, ...others]) await deliver(push);
      await waitForNotifications((all) => all.length === new Set(pushes.map(({ tag }) => tag)).size);
      const before = await listNotifications();
      expect(before.find(({ tag }) => tag === loudPage.tag)).toMatchObject({ silent: false, title: loudPage.title });
      await deliver(
        endPush({ replaces: { tag: loudPage.tag, messageId: '' }, number: 1042, title: 'Disk', groupLink, says: 'Over.', close: false }),
      );
      await waitForNotifications((all) => all.some(({ tag, body }) => tag === loudPage.tag && body === 'Over.'));
      expect(await tagsShown()).toEqual(before.map(({ tag }) => tag).toSorted());
    }
    // what waits behind a page is added without a sound
    const [rang] = [...loudPages.values()];
    await deliver(rang!);
    await waitForNotifications((all) => all.some(({ tag, silent }) => tag === rang!.tag && !silent));
    const update = updatePush({ page: pagesOfEachKind[0]!, waiting: 'and 4 more in Payments' });
    await deliver(update);
    const updated = await waitForNotifications((all) => all.some(({ body }) => body.startsWith('and 4 more in Payments\n')));
    expect(updated.filter(({ tag }) => tag === rang!.tag)).toMatchObject([{ silent: true, title: rang!.title }]);
    // “Resolved” takes the place of what its page came to, and of no page
    const [resolved, escalation] = ['resolved', 'escalation'].map((kind) =>
      pagePush(pagesOfEachKind.find(({ cause }) => cause.kind === kind)!),
    );
    await deliver(escalation!);
    await waitForNotifications((all) => all.some(({ tag, silent }) => tag === escalation!.tag && !silent));
    await deliver({ ...resolved!, body: 'first' });
    await waitForNotifications((all) => all.some(({ body }) => body === 'first'));
    expect(await tagsShown()).toContain(escalation!.tag);
    await deliver(
      endPush({
        replaces: { tag: escalation!.tag, messageId: '' },
        number: 1042,
        title: 'Disk',
        groupLink,
        says: 'Resolved.',
        close: false,
      }),
    );
    await waitForNotifications((all) => all.some(({ body }) => body === 'Resolved.'));
    await deliver({ ...resolved!, body: 'second' });
    await waitForNotifications((all) => all.some(({ body }) => body === 'second') && all.every(({ tag }) => tag !== escalation!.tag));
    for (const { tag } of pushes)
      await deliver(endPush({ replaces: { tag, messageId: '' }, number: 1042, title: 'Disk', groupLink, says: 'Over.', close: true }));
    await waitForNotifications((all) => all.length === 0);
  });

  chapter('takes away what is over without losing a page that comes at that moment', async () => {
    const sentMessageOf = (kind: PushMessage['kind']) => service.messages.find(({ message }) => message.kind === kind)!.message;
    await worker.evaluate(() => {
      const scope = globalThis as unknown as Scope;
      scope.done = [];
      let release = () => {};
      const until = new Promise<void>((resolve) => (release = resolve));
      scope.held = { title: 'another group', waitForNotifications: until, release };
    });
    await deliver({ ...sentMessageOf('page'), title: 'another group', tag: 'another' });
    await deliver({ ...sentMessageOf('over'), title: 'over', tag: 'over', close: true });
    await worker.evaluate(async () => {
      const { done, held } = globalThis as unknown as Scope;
      while (!done.includes('over')) await new Promise((resolve) => setTimeout(resolve));
      held!.release();
    });
    expect(await waitForNotifications((all) => all.length === 1)).toMatchObject([{ title: 'another group' }]);
    const doneSteps = await worker.evaluate(() => (globalThis as unknown as Scope).done);
    expect(doneSteps.slice(0, 3)).toEqual(['over', 'another group', 'looked']);
  });

  chapter('says method by method whether a page would reach, that push can’t override Do Not Disturb, and tries one out', async () => {
    await waitForText(page, 'A page would reach you.');
    await waitForText(page, /can’t override Do Not Disturb/);
    await page.getByRole('button', { name: 'Try it: Push to Chrome on Android' }).click();
    await waitForText(page, /✓ Sent/);
    await page.getByRole('button', { name: 'Add a phone' }).click();
    await page.getByRole('img', { name: /A QR code of/ }).waitFor();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.keyboard.press('Escape');
  });

  chapter('opens with no network, and keeps no answer of the API', async () => {
    const cachedUrls = await worker.evaluate(async () => {
      const { caches } = globalThis as unknown as {
        caches: { keys(): Promise<string[]>; open(name: string): Promise<{ keys(): Promise<{ url: string }[]> }> };
      };
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(cachedUrls).toContain('/');
    expect(cachedUrls.filter((path) => path.startsWith('/api') || path.startsWith('/p/'))).toEqual([]);
    screens.expectedErrors = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|websocket|Failed to load resource/i;
    await page.context().setOffline(true);
    await page.reload();
    expect(await page.locator('#root').count()).toBe(1);
    await page.context().setOffline(false);
  });
});
