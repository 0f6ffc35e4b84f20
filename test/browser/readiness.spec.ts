import type { Page } from 'playwright-core';
import { readinessReasons } from '@tocsin/contracts/readiness-reasons.js';
import { addressOf } from '@tocsin/testing/app-routes.js';
import { describeInBrowser, phone, says, saysNoMore, Screens } from '@tocsin/testing/browser.js';
import { PushService } from '@tocsin/testing/push-service.js';
import { Stage, type Player } from '@tocsin/testing/stage.js';

describeInBrowser('would a page reach somebody', () => {
  let stage: Stage;
  let service: PushService;
  let screens: Screens;
  let bo: Player;
  let mine: Page;
  let his: Page;

  beforeAll(async () => {
    service = await PushService.start();
    stage = await Stage.begin();
    bo = await stage.person('Bo');
    screens = await Screens.open(() => stage.tocsin.url);
    mine = await screens.visit('/me', { as: stage.ana.api, size: phone });
    his = await screens.visit(`/people/${bo.personId}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.leave();
    await service.close();
  });

  const card = (page: Page) => page.getByRole('region', { name: 'Readiness' });
  const tryOut = () => card(mine).getByRole('button', { name: /^Try it out: Webhook/ });

  it('says by what it comes first, and that nothing was delivered yet', async () => {
    await says(card(mine), 'A page would reach you.');
    await says(card(mine), /First by: Webhook .*, at once\./);
    await says(card(mine), 'Nothing was delivered by it yet.');
  });

  it('says when a method last delivered, once it was tried out', async () => {
    await tryOut().click();
    await says(card(mine), /^✓ Delivered/);
    await says(card(mine), /Last delivered just now/);
  });

  it('says when it failed and why, and doubts the whole until it is tried out again', async () => {
    stage.ana.phone.answer(410);
    await tryOut().click();
    await says(card(mine), /Failed just now .*: the provider refused the message/);
    await says(card(mine), 'Whether a page would reach you is not sure.');
    stage.ana.phone.recover();
    await tryOut().click();
    await says(card(mine), 'A page would reach you.');
    await saysNoMore(card(mine), /Failed just now/);
  });

  it('stands in line on a phone: the button below the words it belongs to', async () => {
    const [button, name] = [
      await tryOut().boundingBox(),
      await card(mine)
        .getByText(/^Webhook http/)
        .boundingBox(),
    ];
    expect(Math.abs(button!.x - name!.x)).toBeLessThanOrEqual(1);
    expect(button!.y).toBeGreaterThan(name!.y);
    expect(await mine.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('says of a device that nothing was heard of it for seven days', async () => {
    const { api, personId } = bo;
    const { body } = await api.request<{ publicKey: string }>('GET', '/api/push');
    const { address, keys } = service.subscribe(body.publicKey);
    await api.run('AddContactMethod', { kind: 'push', personId, address, keys, label: 'Chrome on Android' });
    await says(card(his), 'Push to Chrome on Android');
    await saysNoMore(card(his), /Nothing was heard of this device/);
    await stage.advance('P8D');
    await his.reload();
    await says(card(his), 'Nothing was heard of this device for 7 days.');
  });

  it('puts somebody else’s fix one letter away, to where they do it', async () => {
    const letter = card(his).getByRole('link', { name: 'Write to them what to do' });
    const href = decodeURIComponent((await letter.getAttribute('href'))!);
    expect(href).toMatch(/^mailto:bo@/);
    expect(href).toContain('Nothing was heard of this device for 7 days. Try it out.');
    expect(href).toContain('/me');
  });

  // the box with the ways to https is there where there is none: see by-plain-http
  const places = [...new Set(Object.values(readinessReasons).map(({ fix }) => `${fix.to}#${fix.at}`))].filter(
    (place) => place !== '/me#https',
  );

  it.each(places)('every fix leads to a place that is there: %s', async (place) => {
    const [to, at] = place.split('#') as [string, string];
    await mine.goto(screens.at(`${addressOf(to, stage)}#${at}`));
    await mine.locator(`[id="${at}"]`).waitFor();
  });
});
