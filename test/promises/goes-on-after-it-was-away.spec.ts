import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedOf } from '@tocsin/contracts/catalogue.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let bo: Player;
let cleo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
  cleo = await stage.addPerson('Cleo');
  await stage.setPolicy([
    { page: [stage.ana], wait: 5 },
    { page: [bo], wait: 5 },
    { page: [cleo], wait: 5 },
  ]);
});
afterAll(() => stage.close());

const instantAfter = (minutes: number, from: string): string => new Date(Date.parse(from) + minutes * 60_000).toISOString();

story('a server that was away for 40 minutes', (chapter) => {
  chapter('takes one step at once, and counts the next delays from now', async () => {
    await stage.alertmanager('firing', [{ name: 'DiskFull' }]);
    const stoppedAt = await stage.settle();
    await stage.restart('SIGTERM', { TOCSIN_CLOCK_AT: instantAfter(40, stoppedAt) });
    await stage.settle();
    expect([stage.ana.ringCount, bo.ringCount, cleo.ringCount]).toEqual([1, 1, 0]);
    expect(await stage.getGroup()).toMatchObject({ next: { step: 3, dueAt: instantAfter(45, stoppedAt) } });
    await stage.advance('PT4M59S');
    expect(cleo.ringCount).toBe(0);
    await stage.advance('PT1S');
    expect(cleo.ringCount).toBe(1);
  });

  chapter('writes down since when it was away', async () => {
    const ofReactor = (await stage.ana.api.events('reactor')) as unknown as readonly RecordedOf<'ReactorStarted'>[];
    const reactorStarts = ofReactor.filter(({ type }) => type === 'ReactorStarted');
    expect(reactorStarts).toHaveLength(2);
    const [first, second] = reactorStarts;
    expect(first!.data).toMatchObject({ epoch: 1, awayFrom: null });
    expect(second!.data.epoch).toBe(2);
    expect(Date.parse(second!.meta.at) - Date.parse(second!.data.awayFrom!)).toBe(40 * 60_000);
  });

  chapter('pages again whom it had not handed a page to in time', async () => {
    await stage.ana.api.run('ResolveAlertGroup', { groupId: (await stage.getGroup()).id });
    stage.ana.phone.answer(503);
    await stage.generic({ summary: 'Lost on the way', key: 'lost' });
    stage.ana.phone.recover();
    await stage.restart('SIGTERM', { TOCSIN_CLOCK_AT: instantAfter(40, await stage.settle()) });
    await stage.settle();
    expect(stage.ana.phone.pages.filter(({ title }) => title === 'Lost on the way')).toHaveLength(1);
  });

  chapter('asks a holder who was not asked in time before it takes the group from them', async () => {
    const { id: groupId } = await stage.getGroup(2);
    await stage.ana.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.restart('SIGTERM', { TOCSIN_CLOCK_AT: instantAfter(25, await stage.settle()) });
    await stage.settle();
    expect(stage.ana.pageCauses.at(-1)).toBe('reminder');
    expect(await stage.getGroup(2)).toMatchObject({ status: 'acknowledged' });
  });

  chapter(
    'a phone that several rules would have rung while the server was away rings once when it is back, and says what was missed',
    async () => {
      const { api, personId, methodId: contactMethodId, phone } = stage.ana;
      for (const delayMinutes of [1, 2, 5, 10])
        await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes });
      await stage.generic({ summary: 'Missed', key: 'missed' });
      const stoppedAt = await stage.settle();
      await stage.restart('SIGTERM', { TOCSIN_CLOCK_AT: instantAfter(60, stoppedAt) });
      await stage.settle();
      const missedPages = phone.pages.filter(({ title, quiet }) => title === 'Missed' && !quiet);
      expect(missedPages.map(({ late }) => late)).toEqual([undefined, { dueAt: instantAfter(1, stoppedAt), missed: 3 }]);
      await stage.advance('PT4M');
      expect(phone.pages.filter(({ title }) => title === 'Missed')).toHaveLength(2);
    },
  );
});
