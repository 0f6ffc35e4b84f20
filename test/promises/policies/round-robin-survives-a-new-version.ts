import type { Promises } from './cast.js';

export const roundRobinSurvivesANewVersion: Promises = {
  'wherever the step stands in it, and also a start of the server': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    const { teamId, policyId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [bo, cleo, ana], oneInTurn: true }]);
    const [last] = await cast.namesOfPaged((await cast.openGroup()).id);
    const { name, version, steps } = await ana.api.row('policies', policyId);
    const above = { targets: [{ kind: 'person' as const, personId: ana.personId }], waitMinutes: 1 };
    await ana.api.run('ChangePolicy', { teamId, policyId, name, version, repeats: 0, steps: [above, ...steps] });
    await stage.restart();
    const { id: groupId } = await cast.openGroup();
    await stage.advance('PT1M');
    const next = { Bo: 'Cleo', Cleo: 'Ana', Ana: 'Bo' }[last!];
    const { rungs } = await stage.getLadder(groupId);
    expect(rungs[1]!.targets.flatMap(({ persons }) => persons).map(({ personId }) => cast.nameOf(personId))).toEqual([next]);
  },
};
