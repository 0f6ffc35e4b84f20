import { v7 } from 'uuid';
import type { Promises } from './keep.js';

export const aServiceWithAnotherPolicyAppliesItToOpenGroupsWhenAsked: Promises = {
  'to those of the service': async (cast) => {
    const { stage, ana, bo, cleo } = cast;
    const { teamId, serviceId, policyId } = stage.made;
    await stage.policy([{ page: [bo], wait: 30 }]);
    const { id } = await cast.opens();
    const other = v7();
    const step = (personId: string) => ({ targets: [{ kind: 'person' as const, personId }], waitMinutes: 5 });
    await ana.api.run('CreatePolicy', { teamId, policyId: other, name: 'Nights', steps: [step(bo.personId), step(cleo.personId)] });
    await stage.settle();
    const { version, name } = await ana.api.row('services', serviceId);
    const changed = { teamId, serviceId, name };
    await ana.api.run('ChangeService', { ...changed, version, policyId: other, applyToOpen: true });
    await stage.settle();
    expect((await stage.ladder(id)).policy).toMatchObject({ policyId: other });
    await stage.advance('PT5M1S');
    expect(await cast.called(id)).toEqual(['Bo', 'Cleo']);
    await ana.api.run('ChangeService', { ...changed, version: version + 1, policyId });
    await stage.settle();
    expect((await stage.ladder(id)).policy).toMatchObject({ policyId: other });
  },
};
