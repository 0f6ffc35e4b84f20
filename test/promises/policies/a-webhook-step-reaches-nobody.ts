import { Phone } from '@tocsin/testing/fakes/phone.js';
import type { Promises } from './cast.js';

let program: Phone;
let webhook: { readonly kind: 'webhook'; readonly subscriptionId: string };

export const aWebhookStepReachesNobody: Promises = {
  'and the next step is taken after its delay': async (cast) => {
    const { stage, ana, bo } = cast;
    program = await Phone.start();
    await ana.api.prove();
    const subscriptionFields = { teamId: null, name: 'Restarter', address: program.url, kinds: [] };
    webhook = {
      kind: 'webhook',
      subscriptionId: String((await ana.api.run('CreateEventSubscription', subscriptionFields)).says['subscriptionId']),
    };
    await stage.settle();
    await stage.setPolicy([{ page: [webhook] }, { page: [bo] }]);
    const { id: groupId } = await cast.openGroup();
    expect(program.rings).toHaveLength(1);
    expect((await stage.getLadder(groupId)).rungs).toMatchObject([{ step: 1, empty: true, targets: [{ persons: [] }] }]);
    await stage.advance('PT4M59S');
    expect(await cast.namesOfPaged(groupId)).toEqual([]);
    await stage.advance('PT1S');
    expect(await cast.namesOfPaged(groupId)).toEqual(['Bo']);
  },

  'so that managers and owners are called after its delay where nothing else is in the policy': async (cast) => {
    const { stage, ana } = cast;
    await stage.setPolicy([{ page: [webhook] }]);
    const { id: groupId } = await cast.openGroup();
    await stage.advance('PT4M59S');
    expect(await cast.namesOfPaged(groupId)).toEqual([]);
    expect(await ana.api.expectRefusal('EscalateAlertGroup', { groupId })).toMatchObject({ code: 'alert_group.nobody_to_escalate_to' });
    await stage.advance('PT1S');
    expect(await cast.namesOfPaged(groupId)).toEqual(['Ana']);
    expect((await stage.getLadder(groupId)).state).toBe('exhausted');
    await stage.setPolicy([{ page: [ana] }]);
    await program.close();
  },
};
