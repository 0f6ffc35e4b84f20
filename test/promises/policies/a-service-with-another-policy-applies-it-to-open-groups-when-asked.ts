import { v7 } from 'uuid';
import type { Promises } from './cast.js';

export const aServiceWithAnotherPolicyAppliesItToOpenGroupsWhenAsked: Promises = {
  'to those of the service': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    const { teamId, serviceId, policyId } = stage.setUpAnswer;
    await stage.setPolicy([{ page: [bo], wait: 30 }]);
    const { id } = await cast.openGroup();
    const other = v7();
    const toStep = (personId: string) => ({ targets: [{ kind: 'person' as const, personId }], waitMinutes: 5 });
    await ana.api.run('CreatePolicy', { teamId, policyId: other, name: 'Nights', steps: [toStep(bo.personId), toStep(cleo.personId)] });
    await stage.settle();
    const { version, name } = await ana.api.row('services', serviceId);
    const serviceChange = { teamId, serviceId, name };
    await ana.api.run('ChangeService', { ...serviceChange, version, policyId: other, applyToOpen: true });
    await stage.settle();
    expect((await stage.getLadder(id)).policy).toMatchObject({ policyId: other });
    await stage.advance('PT5M1S');
    expect(await cast.namesOfPaged(id)).toEqual(['Bo', 'Cleo']);
    await ana.api.run('ChangeService', { ...serviceChange, version: version + 1, policyId });
    await stage.settle();
    expect((await stage.getLadder(id)).policy).toMatchObject({ policyId: other });
  },
};
