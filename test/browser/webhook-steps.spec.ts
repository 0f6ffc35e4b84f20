import type { Page } from 'playwright-core';
import { storyInBrowser, sendCommand, waitForText, Screens } from '@tocsin/testing/browser/browser.js';
import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

storyInBrowser('a step that calls a webhook', (chapter) => {
  let stage: Stage;
  let screens: Screens;
  let program: Phone;
  let page: Page;
  const step = () => page.getByRole('listitem', { name: 'Step 1' });
  const save = async (): Promise<void> => {
    await sendCommand(page, 'ChangePolicy', () => page.getByRole('button', { name: /^Save as version/ }).click());
    await stage.settle();
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    program = await Phone.start();
    const subscriptionFields = { teamId: stage.setUpAnswer.teamId, name: 'Restarter', address: program.url, kinds: [] };
    await stage.ana.api.run('CreateEventSubscription', subscriptionFields);
    await stage.settle();
    screens = await Screens.open(() => stage.tocsin.url);
    page = await screens.visit(`/policies/${stage.setUpAnswer.policyId}`, { as: stage.ana.api });
  });
  afterAll(async () => {
    await screens.close();
    await program.close();
    await stage.detach();
  });

  chapter('is written beside people in the editor, and is named in its course', async () => {
    await step().getByRole('button', { name: 'Add someone to step 1' }).click();
    await page.getByPlaceholder('Find').fill('restarter');
    await page.getByRole('menuitem', { name: /Restarter/ }).waitFor();
    await page.keyboard.press('Enter');
    await step().getByRole('button', { name: 'Remove Restarter (webhook) from step 1' }).waitFor();
    await waitForText(page.getByRole('region', { name: 'If no one acknowledges' }), 'you, Restarter (webhook)');
    await save();
    const { steps } = await stage.getRow('policies', stage.setUpAnswer.policyId);
    expect(steps[0]!.targets).toMatchObject([{ kind: 'person' }, { kind: 'webhook' }]);
  });

  chapter('is shown on the ladder and in the timeline with what became of its call', async () => {
    await stage.generic({ summary: 'Disk is full', key: 'disk', severity: 'critical' });
    await stage.settle();
    await page.goto(`${stage.tocsin.url}/alerts/1`);
    const ladder = page.getByRole('region', { name: 'Escalation' });
    await waitForText(ladder, 'Restarter (webhook)');
    await waitForText(ladder, 'Called');
    await waitForText(page.getByRole('region', { name: 'Timeline' }), 'Restarter (webhook) was called and accepted the call.');
  });

  chapter('stands in the message log, and in health when it failed', async () => {
    await stage.settleFully();
    program.answer(404);
    await stage.generic({ summary: 'Memory is full', key: 'memory', severity: 'critical' });
    await stage.settle();
    await page.goto(`${stage.tocsin.url}/messages`);
    await page.getByRole('button', { name: 'To webhooks of steps' }).click();
    await waitForText(page.getByRole('list', { name: 'Webhook calls' }), 'Failed: Answered 404');
    await page.goto(`${stage.tocsin.url}/settings/health`);
    await waitForText(page.getByRole('region', { name: 'Webhooks of policy steps and routes that failed' }), 'Failed: Answered 404');
  });

  chapter('reaches no one: the policy says so if it pages no one else', async () => {
    await page.goto(`${stage.tocsin.url}/policies/${stage.setUpAnswer.policyId}`);
    await step()
      .getByRole('button', { name: /^Remove Ana/ })
      .click();
    await waitForText(step(), 'Call');
    await waitForText(page.getByRole('group', { name: 'The policy' }), 'This policy pages no one');
    await save();
    await waitForText(page.getByRole('main'), 'This policy pages no one: it only calls webhooks and channels.');
  });
});
