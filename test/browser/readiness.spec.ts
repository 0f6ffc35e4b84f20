import type { Page, Route } from 'playwright-core';
import { readinessReasons } from '@tocsin/contracts/people/readiness-reasons.js';
import { sharedReadinessReasons } from '@tocsin/contracts/people/shared-readiness-reasons.js';
import { addressOf } from '@tocsin/testing/browser/app-routes.js';
import { routeReads } from '@tocsin/testing/browser/route-reads.js';
import {
  storyInBrowser,
  waitForGone,
  waitForLive,
  phone,
  waitForText,
  waitForNoText,
  Screens,
  eventually,
} from '@tocsin/testing/browser/browser.js';
import { PushService } from '@tocsin/testing/fakes/push-service.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

storyInBrowser('would a page reach somebody', (chapter) => {
  let stage: Stage;
  let service: PushService;
  let screens: Screens;
  let bo: Player;
  let anasPage: Page;
  let bosPage: Page;

  beforeAll(async () => {
    service = await PushService.start();
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    screens = await Screens.open(() => stage.tocsin.url);
    anasPage = await screens.visit('/me', { as: stage.ana.api, size: phone });
    bosPage = await screens.visit(`/people/${bo.personId}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
    await service.close();
  });

  const card = (page: Page) => page.getByRole('region', { name: 'Readiness' });
  const methods = () => anasPage.getByRole('region', { name: 'Contact methods' });
  const tryOut = () => methods().getByRole('button', { name: /^Try it: Webhook/ });

  chapter('says by what it comes first, and that nothing was delivered yet', async () => {
    // tests beside this story may have led it elsewhere
    await anasPage.goto(screens.at('/me'));
    await waitForText(card(anasPage), 'A page would reach you.');
    await waitForText(card(anasPage), /First by: Webhook .*, at once\./);
    await waitForText(methods(), 'No deliveries yet.');
  });

  chapter('says when a method last delivered, once it was tried out', async () => {
    await tryOut().click();
    await waitForText(methods(), /^✓ Delivered/);
    await waitForText(methods(), /Last delivered just now/);
  });

  chapter('says when it failed and why, and doubts the whole until it is tried out again', async () => {
    stage.ana.phone.answer(410);
    await tryOut().click();
    await waitForText(methods(), /Failed just now .*: the provider refused the message/);
    await waitForText(card(anasPage), 'A page may not reach you.');
    stage.ana.phone.recover();
    await tryOut().click();
    await waitForText(card(anasPage), 'A page would reach you.');
    await waitForNoText(methods(), /Failed just now/);
  });

  chapter('stands in line on a phone: the button below the words it belongs to', async () => {
    const [button, name] = [
      await tryOut().boundingBox(),
      await methods()
        .getByText(/^Webhook http/)
        .boundingBox(),
    ];
    expect(Math.abs(button!.x - name!.x)).toBeLessThanOrEqual(1);
    expect(button!.y).toBeGreaterThan(name!.y);
    expect(await anasPage.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  chapter('says of a device that nothing was heard of it for seven days', async () => {
    const { api, personId } = bo;
    const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
    const { address, keys } = service.subscribe(body.publicKey);
    await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label: 'Chrome on Android' });
    await waitForText(card(bosPage), 'Push to Chrome on Android');
    await waitForNoText(card(bosPage), /No sign of life/);
    await stage.advance('P8D');
    await bosPage.reload();
    await waitForText(card(bosPage), 'No sign of life from this device for 7 days.');
  });

  chapter('offers an e-mail with instructions for fixes that only the person can make', async () => {
    const letter = card(bosPage).getByRole('link', { name: 'E-mail them instructions' });
    const href = decodeURIComponent((await letter.getAttribute('href'))!);
    expect(href).toMatch(/^mailto:bo@/);
    expect(href).toContain('No sign of life from this device for 7 days. Try it.');
    expect(href).toContain('/me');
  });

  chapter('of a policy, its service and its team: the first person, by which method and when, and which step reaches no one', async () => {
    const { api } = stage.ana;
    const [policy] = await api.list('policies');
    const [service] = await api.list('services');
    const [team] = await api.list('teams');
    const toStep = (personId: string) => ({ targets: [{ kind: 'person' as const, personId }], waitMinutes: 5 });
    const { name, teamId, id: policyId, version } = policy!;
    const screen = await screens.visit(`/policies/${policyId}`, { as: api });
    await waitForText(card(screen), /^✓ A page would reach you at once: Webhook/);
    await waitForText(card(screen), /It pages only one person/);
    const gus = await stage.tocsin.join(api, 'Gus');
    await api.run('ChangePolicy', { teamId, policyId, version, name, steps: [toStep(gus.personId), toStep(stage.ana.personId)] });
    await waitForText(card(screen), /^✓ A page would reach you after 5 min: Webhook/);
    await waitForText(card(screen), /Step 1, Gus: This step reaches an open browser tab at best/);
    await card(screen).getByRole('link', { name: 'Gus' }).waitFor();
    await screen.goto(screens.at(`/services/${service!.id}`));
    await waitForText(card(screen), /^✓ A page would reach you after 5 min: Webhook/);
    await waitForText(card(screen), /Step 1, Gus: This step reaches/);
    await screen.goto(screens.at(`/teams/${team!.id}`));
    await waitForText(card(screen), /A page would reach you after 5 min/);
    await waitForText(card(screen), '✓ A manager would be reached when a policy is exhausted.');
    await screen.context().close();
  });

  describe('while something that it needs is not read', () => {
    const boxes = ['/me', '/people/$id', '/policies/$id', '/services/$id', '/teams/$id'];
    const sections = { '/me': 'Contact methods', '/people/$id': 'Assigned alerts', '/teams/$id': 'Members' } as const;
    let screen: Page;
    beforeAll(async () => {
      screen = await screens.visit('/history', { as: stage.ana.api, size: phone });
      screens.expectedErrors = /status of 503/;
    });
    afterEach(() => screen.unrouteAll());
    afterAll(() => screen.context().close());
    const go = (route: string) => screen.goto(screens.at(addressOf(route, stage)));

    it.each(boxes)('it says nothing on %s, and keeps its place', async (route) => {
      const heldRoutes: Route[] = [];
      await routeReads(screen, 'receipts', (apiRoute) => heldRoutes.push(apiRoute));
      await go(route);
      await screen.getByRole('heading', { level: 1 }).waitFor();
      await waitForLive(screen);
      // the last part to load
      const loadingIndicator = screen.getByLabel('Loading', { exact: true }).filter({ visible: true });
      await eventually(screen, async () => expect(await loadingIndicator.count()).toBe(1));
      expect(await card(screen).filter({ visible: true }).count()).toBe(0);
      await screen.unrouteAll();
      await Promise.all(heldRoutes.map((apiRoute) => apiRoute.continue().catch(() => undefined)));
      await card(screen).waitFor();
      await waitForGone(loadingIndicator);
    });

    it.each(boxes)('it says on %s what failed, with a second try, and what stands below is there', async (route) => {
      let tries = 0;
      await routeReads(screen, 'receipts', (apiRoute) => {
        tries += 1;
        return apiRoute.fulfill({
          status: 503,
          json: { title: 'No', status: 503, code: 'store.behind', detail: 'No.', params: { seconds: 0 } },
        });
      });
      await go(route);
      const errorAlert = screen.getByRole('alert').filter({ hasText: 'The readiness could not be shown.' });
      await errorAlert.waitFor();
      const below = sections[route as keyof typeof sections];
      if (below) await screen.getByRole('heading', { name: below }).waitFor();
      const retryButton = errorAlert.getByRole('button', { name: 'Try again' });
      const before = tries;
      await retryButton.click();
      await eventually(screen, async () => expect(tries).toBeGreaterThan(before));
      await screen.unrouteAll();
      // a live change may trigger a read before the press
      await eventually(screen, async () => {
        if (await retryButton.isVisible()) await retryButton.click({ timeout: 1_000 }).catch(() => undefined);
        expect(await card(screen).filter({ visible: true }).count()).toBe(1);
      });
    });
  });

  it('says the same to an observer, who has no failing box and nothing that vanishes', async () => {
    const olga = await stage.tocsin.join(stage.ana.api, 'Olga', 'observer');
    const screen = await screens.visit(addressOf('/policies/$id', stage), { as: olga });
    await waitForText(card(screen), /^✓ A page would reach Ana/);
    await screen.goto(screens.at(addressOf('/people/$id', stage)));
    await waitForText(card(screen), 'A page would reach them.');
    expect(await screen.getByText('could not be shown').count()).toBe(0);
    await screen.context().close();
  });

  // the box about https is only shown without it: see by-plain-http; balance and the address of a heartbeat are tested with theirs
  const fixes = [...Object.values(readinessReasons), ...Object.values(sharedReadinessReasons)].map(({ fix }) => `${fix.to}#${fix.at}`);
  const places = [...new Set(fixes)].filter((place) => !['/me#https', '/schedules/$id#balance', '/heartbeats/$id#address'].includes(place));

  it.each(places)('every fix leads to a place that is there and in view: %s', async (place) => {
    const [targetPath, at] = place.split('#') as [string, string];
    await anasPage.goto(screens.at(`${addressOf(targetPath, stage)}#${at}`));
    await anasPage.locator(`[id="${at}"]`).waitFor();
    // scrolled to once it is rendered, and again after something above it loads later
    await eventually(anasPage, async () => {
      const { y } = (await anasPage.locator(`[id="${at}"]`).boundingBox())!;
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThan(phone.height);
    });
  });
});
