import type { Page } from 'playwright-core';
import { storyInBrowser, sendCommand, waitForGone, waitForLive, phone, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { PushService, type Subscription } from '@tocsin/testing/fakes/push-service.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

/** Stubs the browser’s calls to its push service, which a browser without one can’t make. */
const stub = `
const subscriptionOf = (known) => known && {
  endpoint: known.address,
  toJSON: () => ({ endpoint: known.address, keys: known.keys }),
  unsubscribe: () => globalThis.pushService('unsubscribe', ''),
};
PushManager.prototype.subscribe = async ({ applicationServerKey }) => subscriptionOf(await globalThis.pushService('subscribe', applicationServerKey));
PushManager.prototype.getSubscription = async () => subscriptionOf(await globalThis.pushService('known', ''));
`;

storyInBrowser('this device', (chapter) => {
  let stage: Stage;
  let service: PushService;
  let screens: Screens;
  let page: Page;
  let subscription: Subscription | null = null;

  beforeAll(async () => {
    service = await PushService.start();
    stage = await Stage.begin();
    screens = await Screens.open(() => stage.tocsin.url, 'whole');
    page = await screens.visit('/me', { as: stage.ana.api, size: phone });
    const context = page.context();
    await context.grantPermissions(['notifications']);
    await context.exposeFunction('pushService', (actName: 'subscribe' | 'known' | 'unsubscribe', key: string) => {
      if (actName === 'subscribe') subscription ??= service.subscribe(key);
      if (actName === 'unsubscribe') subscription = null;
      return actName === 'unsubscribe' ? true : subscription;
    });
    await context.addInitScript({ content: stub });
    await page.reload();
    await waitForLive(page);
  });
  afterAll(async () => {
    await screens.close();
    await stage.close();
    await service.close();
  });

  /** A test page by it, until the server has handled what its push service answered. */
  const tryDevice = async () => {
    await sendCommand(page, 'SendTestAlert', () => page.getByRole('button', { name: /^Try it: Push to Chrome on/ }).click());
    await stage.settle();
  };
  /** A test page by it: what its push service took for the device that it is now. */
  const waitForTestPage = async () => {
    await tryDevice();
    const { device } = subscription!;
    const { message } = await service.waitFor((one) => one.device === device && one.message.kind === 'page');
    return message;
  };
  /** The app is opened again, and tells the server where it is reached now. */
  const reopenApp = async () => {
    await sendCommand(page, 'RenewPushSubscription', () => page.reload());
    await waitForText(page, 'A page would reach you.');
    await stage.settle();
  };
  const pushMethods = async () => {
    return (await stage.getRow('contacts', stage.ana.personId)).methods.filter(({ kind }) => kind === 'push');
  };

  chapter('is added by one press, and is rung by a page that it alone can read', async () => {
    await page.getByRole('button', { name: 'Page this device when it is locked' }).click();
    await waitForText(page, 'This device gets pages from now on.');
    expect(await pushMethods()).toMatchObject([
      { verified: true, address: subscription!.address, label: expect.stringMatching(/^Chrome on /) },
    ]);
    await waitForGone(page.getByRole('button', { name: 'Page this device when it is locked' }));
    expect(await waitForTestPage()).toMatchObject({ kind: 'page', title: expect.stringMatching(/#1 /) });
    expect(service.refusedMessages).toEqual([]);
  });

  chapter('is rung where it is now, once the app is opened after its browser had moved it', async () => {
    const { contactMethodId } = (await pushMethods())[0]!;
    subscription = service.subscribe((await stage.ana.api.request<{ publicKey: string }>('GET', '/api/push')).body.publicKey);
    await reopenApp();
    expect(await pushMethods()).toMatchObject([{ contactMethodId, address: subscription.address, verified: true }]);
    expect(await waitForTestPage()).toMatchObject({ kind: 'page' });
  });

  chapter('is subscribed anew after its browser had lost the subscription', async () => {
    subscription = null;
    await reopenApp();
    expect(await pushMethods()).toMatchObject([{ address: subscription!.address, verified: true }]);
    expect(await waitForTestPage()).toMatchObject({ kind: 'page' });
  });

  chapter('is back under another address after its push service had said that it is gone', async () => {
    const { device, address } = subscription!;
    service.forget(device);
    await tryDevice();
    await waitForText(page, /Not used: /);
    expect(await pushMethods()).toMatchObject([{ verified: false }]);
    await reopenApp();
    expect(subscription!.address).not.toBe(address);
    expect(await pushMethods()).toMatchObject([{ address: subscription!.address, verified: true }]);
  });

  chapter('is subscribed anew after its push service had refused the server’s key, which health says', async () => {
    const { address } = subscription!;
    service.answer(403);
    await tryDevice();
    const whyBad = async () => (await stage.ana.api.request<{ why: readonly string[] }>('GET', '/api/health')).body.why;
    expect(await whyBad()).toContainEqual(expect.stringContaining('refused this server’s key (VAPID) for 1 device'));
    service.answer(201);
    await reopenApp();
    expect(subscription!.address).not.toBe(address);
    expect(await pushMethods()).toMatchObject([{ address: subscription!.address, verified: true }]);
    expect(await waitForTestPage()).toMatchObject({ kind: 'page' });
    expect(await whyBad()).not.toContainEqual(expect.stringContaining('VAPID'));
  });

  chapter('is told of once, and left alone while nothing has changed or it was removed', async () => {
    const countPushEvents = async () =>
      (await stage.ana.api.events(`person-${stage.ana.personId}`)).filter(({ type }) => type.startsWith('PushSub')).length;
    const before = await countPushEvents();
    const lookResponse = page.waitForResponse((answer) => answer.url().endsWith('/api/push'));
    await page.reload();
    await lookResponse;
    await stage.settle();
    expect([before, await countPushEvents()]).toEqual([4, 4]);
    const { contactMethodId } = (await pushMethods())[0]!;
    await stage.ana.api.run('RemoveContactMethod', { personId: stage.ana.personId, contactMethodId });
    await page.reload();
    await page.getByRole('button', { name: 'Page this device when it is locked' }).waitFor();
    expect(await pushMethods()).toEqual([]);
  });
});
