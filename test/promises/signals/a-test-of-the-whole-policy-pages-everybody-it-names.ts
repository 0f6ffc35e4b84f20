import type { Promises } from './cast.js';

export const aTestOfTheWholePolicyPagesEverybodyItNames: Promises = {
  'step by step, though one acts on nothing': async (cast) => {
    const { stage, ana, bo } = cast;
    const { serviceId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [bo], wait: 4 }, { page: [ana], wait: 4 }]); // prettier-ignore
    expect(await cast.countRings(() => ana.api.run('SendTestAlert', { serviceId, wholePolicy: true }))).toEqual([0, 1]);
    expect(await cast.countRings(() => stage.advance('PT4M'))).toEqual([1, 0]);
    const { id, number, status } = await cast.getLastGroup();
    expect(status).toBe('firing');
    for (const { phone } of [ana, bo]) expect(phone.pages.at(-1)).toMatchObject({ number, test: true });
    const pagedPersonIds = new Set((await stage.getLadder(id)).pages.map(({ personId }) => personId));
    expect(pagedPersonIds).toEqual(new Set([ana.personId, bo.personId]));
  },

  'and ends by itself': async (cast) => {
    const { stage } = cast;
    await stage.advance('PT6M');
    expect(await cast.getLastGroup()).toMatchObject({ test: true, status: 'resolved', resolvedBy: { by: 'timer' } });
    expect(await cast.countRings(() => stage.advance('PT1H'))).toEqual([0, 0]);
  },

  'one of the presser alone pages nobody else': async (cast) => {
    const { stage, ana } = cast;
    const { serviceId } = stage.setUpAnswer;
    expect(await cast.countRings(() => ana.api.run('SendTestAlert', { serviceId }))).toEqual([1, 0]);
    expect(await cast.countRings(() => stage.advance('PT9M'))).toEqual([0, 0]);
    await cast.setPolicy();
  },
};
