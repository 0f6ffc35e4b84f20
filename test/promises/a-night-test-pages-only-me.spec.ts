import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

story('a night test', (chapter) => {
  let stage: Stage;
  let bo: Player;
  const plan = () => bo.api.run('PlanNightTest', { personId: bo.personId });
  const contactsOfBo = async () => {
    await stage.settle();
    return bo.api.row('contacts', bo.personId);
  };

  beforeAll(async () => {
    // an evening in Berlin
    stage = await Stage.begin({ env: { TOCSIN_CLOCK_AT: '2026-11-21T20:00:00.000Z' } });
    bo = await stage.addPerson('Bo');
    await bo.api.run('ChangePersonTimeZone', { personId: bo.personId, timeZone: 'Europe/Berlin' });
    await stage.setPolicy([{ page: [stage.ana] }]);
  });
  afterAll(() => stage.close());

  chapter('is planned by its person alone, for three at night by their clock, and cancelled in one press', async () => {
    const { personId } = bo;
    expect(await stage.ana.api.expectRefusal('PlanNightTest', { personId })).toMatchObject({ code: 'permission.denied' });
    await plan();
    expect(await contactsOfBo()).toMatchObject({ nightTest: { dueAt: '2026-11-22T02:00:00.000Z' } });
    await bo.api.run('CancelNightTest', { personId });
    expect((await contactsOfBo()).nightTest).toBeUndefined();
    await stage.advance('PT7H');
    expect(bo.ringCount).toBe(0);
  });

  chapter('pages its person once, loudly, also after a kill before it; nobody else hears of it', async () => {
    const anaRang = stage.ana.ringCount;
    await plan();
    await stage.restart('SIGKILL');
    await stage.advance('PT22H');
    expect(bo.ringCount).toBe(0);
    await stage.advance('PT1H1M');
    expect(bo.ringCount).toBe(1);
    expect(bo.phone.pages.at(-1)).toMatchObject({ urgency: 'high', title: expect.stringContaining('try this out') });
    await stage.restart('SIGKILL');
    await stage.advance('PT24H');
    expect([bo.ringCount, stage.ana.ringCount]).toEqual([1, anaRang]);
    expect(await contactsOfBo()).toMatchObject({ lastNightTest: { took: 'place' } });
    expect((await contactsOfBo()).nightTest).toBeUndefined();
  });

  chapter('does not ring in the morning when the server was down at night', async () => {
    const rang = bo.ringCount;
    await plan();
    await stage.tocsin.stop();
    await stage.restart('SIGTERM', { TOCSIN_CLOCK_AT: '2026-11-25T07:00:00.000Z' });
    await stage.settle();
    await stage.advance('PT1H');
    expect(bo.ringCount).toBe(rang);
    expect(await contactsOfBo()).toMatchObject({ lastNightTest: { took: 'no_place' } });
  });
});
