// cluster: short, a server that was killed
import { story } from '@tocsin/testing/stage/story.js';
import { alertmanagerMessage } from '@tocsin/testing/stage/monitoring-messages.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

story('a server that was killed', (chapter) => {
  chapter('rings again when it does not know whether the phone rang: rather twice than never', async () => {
    const { path } = await stage.integration('alertmanager');
    stage.ana.phone.hang();
    await stage.tocsin.anonymous.request('POST', path, alertmanagerMessage('firing', [{ name: 'DiskFull' }]));
    const unansweredRing = await stage.ana.phone.waitForRing(({ answered }) => answered === 'hung');
    stage.ana.phone.recover();
    await stage.restart('SIGKILL');
    await stage.settle();
    const [page] = stage.ana.phone.pages;
    expect(page).toMatchObject({ number: 1, title: 'DiskFull on db-1' });
    expect(page!.id).not.toBe((JSON.parse(unansweredRing.body) as { id: string }).id);
    const [shownPage] = await stage.pagesOf((await stage.getGroup()).id, stage.ana);
    expect(shownPage!.attempts.map(({ state, reason }) => [state, reason])).toEqual([
      ['stale', 'delivery.outcome_unknown'],
      ['delivered', null],
    ]);
  });

  chapter('has every signal that it said yes to', async () => {
    const { path } = await stage.integration('generic');
    const post = (key: string) => stage.tocsin.anonymous.request('POST', path, { summary: `Signal ${key}`, key, severity: 'critical' });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => post(`k${n}`)));
    await stage.restart('SIGKILL');
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    const titles = (await stage.listGroups()).map(({ title }) => title).filter((title) => title.startsWith('Signal'));
    expect(new Set(titles).size).toBe(30);
    expect(titles).toHaveLength(30);
  });

  chapter('numbers alert groups without a gap', async () => {
    expect((await stage.listGroups()).map(({ number }) => number)).toEqual(Array.from({ length: 31 }, (_, n) => n + 1));
    await stage.generic({ summary: 'After', key: 'after' });
    expect(await stage.getGroup(32)).toMatchObject({ title: 'After' });
  });
});
