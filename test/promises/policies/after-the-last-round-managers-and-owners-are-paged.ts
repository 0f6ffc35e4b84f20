import type { Promises } from './cast.js';

export const afterTheLastRoundManagersAndOwnersArePaged: Promises = {
  'by every method, and the policy begins again after half an hour': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    const { teamId } = stage.setUpAnswer;
    await ana.api.run('ChangeTeamMemberRole', { teamId, personId: cleo.personId, role: 'manager' });
    await ana.api.run('ChangeTeamMemberRole', { teamId, personId: ana.personId, role: 'responder' });
    await stage.setPolicy([{ page: [bo] }], 1);
    const { id } = await cast.openGroup();
    expect(await cast.namesOfPaged(id)).toEqual(['Bo']);
    await stage.advance('PT10M');
    expect(await cast.namesOfPaged(id)).toEqual(['Bo', 'Bo', 'Cleo']);
    expect(await ana.api.row('alertGroups', id)).toMatchObject({ nobodyHasIt: true });
    await stage.advance('PT5M');
    expect(await cast.namesOfPaged(id)).toEqual(['Bo', 'Bo', 'Cleo', 'Ana']);
    await stage.advance('PT25M');
    expect((await cast.namesOfPaged(id)).at(-1)).toBe('Bo');
    await ana.api.run('ChangeTeamMemberRole', { teamId, personId: ana.personId, role: 'manager' });
    await ana.api.run('ChangeTeamMemberRole', { teamId, personId: cleo.personId, role: 'responder' });
  },
};
