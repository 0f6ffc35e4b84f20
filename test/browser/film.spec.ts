import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { desktop, eventually, phone, Screens, storyInBrowser, waitForText } from '@tocsin/testing/browser/browser.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

const pictures = process.env['TOCSIN_PICTURES'];
const takePicture = async (page: Page, name: string): Promise<void> => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};
/** Both widths, light and dark. */
const takePictures = async (page: Page, name: string): Promise<void> => {
  if (!pictures) return;
  for (const [width, size] of Object.entries({ desktop, phone }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await takePicture(page, `${name}-${width}-${colorScheme}`);
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(desktop);
};
const hostile = 'DiskFull </script><script>document.title = "taken"</script>\u202Egnp.exe';

storyInBrowser('the film of an alert group', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let page: Page;

  beforeAll(async () => {
    stage = await Stage.begin();
    await stage.setPolicy([{ page: [stage.ana] }]);
    await stage.alertmanager('firing', [{ name: hostile }]);
    await stage.advance('PT1M');
    const { id } = await stage.getGroup();
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId: id });
    await stage.ana.api.run('AddNote', { groupId: id, text: 'Cleaned the logs' });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: id });
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit('/alerts/1', { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await stage.detach();
  });

  const slider = () => page.getByRole('slider', { name: 'Frame' });
  const shown = async (): Promise<number> => Number(await slider().inputValue()) + 1;
  const known = () => page.getByRole('region', { name: 'What was known' });
  const pinned = () => Number(new URL(page.url()).searchParams.get('frame'));

  chapter('begins with the opening, and goes event by event by the keys that the help lists', async () => {
    await page.getByRole('link', { name: 'Play film' }).click();
    await slider().waitFor();
    await waitForText(known(), 'Unacknowledged');
    expect(await shown()).toBe(1);
    await page.keyboard.press('ArrowRight');
    await eventually(page, async () => expect(await shown()).toBe(2));
    await page.keyboard.press('End');
    await waitForText(known(), /^Resolved$/);
    await page.keyboard.press('Home');
    await waitForText(known(), 'Unacknowledged');
    await page.keyboard.press('?');
    await waitForText(page.getByRole('dialog'), 'play or pause the film');
    await page.keyboard.press('Escape');
  });

  chapter('pins the frame in its address, which leads there again', async () => {
    await page.keyboard.press('End');
    await waitForText(known(), /^Resolved$/);
    await page.keyboard.press('ArrowLeft');
    await eventually(page, async () => expect(pinned()).toBeGreaterThan(0));
    const [at, link] = [await shown(), page.url()];
    await page.goto(link);
    await slider().waitFor();
    await eventually(page, async () => expect(await shown()).toBe(at));
  });

  chapter('plays to the end by itself, and says what was paged on the way', async () => {
    await page.keyboard.press('Home');
    await eventually(page, async () => expect(await shown()).toBe(1));
    await page.getByText('16\u202F×').click();
    await page.getByRole('button', { name: 'Play' }).click();
    await waitForText(known(), /^Resolved$/);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await waitForText(page.getByRole('region', { name: 'Escalation' }), 'Step 1');
    await waitForText(page.getByRole('region', { name: 'What happened' }), /Cleaned the logs/);
    await takePictures(page, 'film');
  });

  chapter('is exported as one file, which plays by itself and asks nothing of anybody', async () => {
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export #1' });
    const downloaded = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export file' }).click();
    const path = join(stage.tocsin.data, '..', 'film-of-a-test.html');
    await (await downloaded).saveAs(path);
    await waitForText(dialog, 'Saved film-of-alert-group-1.html.');
    await takePictures(page, 'export');
    await dialog.getByRole('button', { name: 'Close' }).click();
    const context = await page.context().browser()!.newContext();
    const film = await context.newPage();
    const asked: string[] = [];
    film.on('request', (request) => asked.push(request.url()));
    const problems: string[] = [];
    film.on('console', (message) => problems.push(message.text()));
    film.on('pageerror', (error) => problems.push(error.message));
    await film.goto(pathToFileURL(path).href);
    const scene = film.getByRole('region', { name: 'What was known' });
    await waitForText(scene, 'Unacknowledged');
    await waitForText(scene, /gnp\.exe/);
    await takePicture(film, 'exported-film');
    await film.keyboard.press('End');
    await waitForText(scene, 'Resolved');
    await film.keyboard.press('ArrowLeft');
    await film.keyboard.press('Home');
    await waitForText(scene, 'Unacknowledged');
    await waitForText(film.getByRole('region', { name: 'What happened' }), /Opened/);
    expect([await film.title(), asked, problems]).toEqual(['Film of alert group #1', [pathToFileURL(path).href], []]);
    expect(await film.textContent('body')).not.toContain('Ana');
    await context.close();
    rmSync(path);
  });

  chapter('is left by one link', async () => {
    await page.getByRole('link', { name: 'Back to #1' }).click();
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    expect(page.url()).not.toContain('frame');
  });

  chapter('has a sister for one person: their nights, as a pack', async () => {
    await page.goto(screens.at(`/people/${stage.ana.personId}`));
    await page.getByRole('button', { name: 'Export nights…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export my nights' });
    const downloaded = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export file' }).click();
    expect((await downloaded).suggestedFilename()).toBe('evidence-of-pages.zip');
    await waitForText(dialog, 'Saved evidence-of-pages.zip.');
    await takePictures(page, 'nights');
  });
});
