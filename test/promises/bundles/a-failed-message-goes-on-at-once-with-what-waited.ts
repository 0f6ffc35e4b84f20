import { Phone } from '@tocsin/testing/fakes/phone.js';
import type { Promises } from './keep.js';

export const aFailedMessageGoesOnAtOnceWithWhatWaited: Promises = {
  'to the next method, as one message': async (cast) => {
    const { stage, bo } = cast;
    const { phone, methodId } = await stage.addPhone(bo.api, false);
    expect(phone).toBeInstanceOf(Phone);
    await cast.opens(1);
    await cast.opens(3);
    bo.phone.answer(500);
    await stage.advance('PT1M');
    expect(cast.heard()).toEqual([1]);
    expect(phone.messages.map((said) => said.type === 'bundle' && said.count)).toEqual([3]);
    bo.phone.recover();
    await bo.api.run('RemoveContactMethod', { personId: bo.personId, contactMethodId: methodId });
  },
};
