import type { Promises } from './cast.js';

export const anEditedPolicyIsAppliedToOpenGroupsWhenAsked: Promises = {
  'all of them, and they go on behind the step that they had reached': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    const { teamId, policyId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [bo], wait: 60 }]);
    const groups = await cast.openGroupsInOneMessage(12);
    const { name, version, steps, repeats } = await ana.api.row('policies', policyId);
    const [first] = steps;
    const next = { targets: [{ kind: 'person' as const, personId: cleo.personId }], waitMinutes: 5 };
    await ana.api.run('ChangePolicy', {
      teamId,
      policyId,
      name,
      version,
      repeats,
      steps: [{ ...first!, waitMinutes: 5 }, next],
      applyToOpen: true,
    });
    await stage.settle();
    const ladders = await Promise.all(groups.map((id) => stage.getLadder(id)));
    expect(ladders.map(({ policy }) => policy?.version)).toEqual(groups.map(() => version + 1));
    expect((await stage.getTimeline(groups[0]!)).map(({ type }) => type)).toContain('EscalationPolicyApplied');
    await stage.advance('PT5M1S');
    for (const id of groups) expect(await cast.namesOfPaged(id)).toEqual(['Bo', 'Cleo']);
  },

  'and whoever it puts into the step that was reached is paged at once': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    const { teamId, policyId } = stage.setUpAnswer;
    // Cleo’s phone has rung for the groups before: what comes now would wait for a bundle
    await cast.finish();
    await stage.setPolicy([{ page: [bo], wait: 60 }]);
    const { id: groupId } = await cast.openGroup();
    const { name, version, steps, repeats } = await ana.api.row('policies', policyId);
    const [first] = steps;
    const targets = [...first!.targets, { kind: 'person' as const, personId: cleo.personId }];
    await ana.api.run('ChangePolicy', { teamId, policyId, name, version, repeats, steps: [{ ...first!, targets }], applyToOpen: true });
    await stage.settle();
    expect(await cast.namesOfPaged(groupId)).toEqual(['Bo', 'Cleo']);
    expect(cleo.phone.pages.at(-1)).toMatchObject({ cause: { kind: 'escalation', step: 1 } });
    await stage.advance('PT10M');
    expect(await cast.namesOfPaged(groupId)).toEqual(['Bo', 'Cleo']);
  },
};
