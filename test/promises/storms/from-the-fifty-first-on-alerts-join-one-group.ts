import type { Promises } from './cast.js';

export const fromTheFiftyFirstOnAlertsJoinOneGroup: Promises = {
  'whatever they are called': async (cast) => {
    await cast.flood(50);
    await cast.flood(30, 'More');
    const groups = await cast.listGroups();
    expect(groups).toHaveLength(51);
    expect(groups[50]).toMatchObject({ title: expect.stringMatching(/^Alert storm on Service/) as unknown, firing: 30, alerts: 30 });
    expect(await cast.namesOfPaged(groups[50]!.id)).toEqual(['Ana']);
  },
  'and page nobody again while nobody has it': async (cast) => {
    await cast.stage.advance('PT1M');
    await cast.flood(5, 'Later');
    const [storm] = await cast.listStormGroups();
    expect(storm).toMatchObject({ firing: 35 });
    expect(await cast.namesOfPaged(storm!.id)).toEqual(['Ana']);
  },
  'unless they raise the urgency': async (cast) => {
    await cast.flood(1, 'Worse', 'critical');
    const [storm] = await cast.listStormGroups();
    expect(storm).toMatchObject({ firing: 36, urgency: 'high' });
    expect(await cast.namesOfPaged(storm!.id)).toEqual(['Ana', 'Ana']);
  },
};
