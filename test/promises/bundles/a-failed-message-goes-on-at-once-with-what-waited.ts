import { Phone } from '@tocsin/testing/fakes/phone.js';
import type { Promises } from './cast.js';

export const aFailedMessageGoesOnAtOnceWithWhatWaited: Promises = {
  'to the next method, as one message': async (cast) => {
    const { stage, bo } = cast;
    const { phone, methodId } = await stage.addPhone(bo.api, false);
    expect(phone).toBeInstanceOf(Phone);
    await cast.openGroups(1);
    await cast.openGroups(3);
    bo.phone.answer(500);
    await stage.advance('PT1M');
    expect(cast.messageSizes()).toEqual([1]);
    expect(phone.messages.map((message) => message.type === 'bundle' && message.count)).toEqual([3]);
    bo.phone.recover();
    await bo.api.run('RemoveContactMethod', { personId: bo.personId, contactMethodId: methodId });
  },
};
