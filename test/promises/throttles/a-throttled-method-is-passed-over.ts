import type { Promises } from './cast.js';

export const aThrottledMethodIsPassedOver: Promises = {
  'the first page of high urgency goes at once by the next contact method': async (cast) => {
    await cast.fillLimit();
    expect(cast.smsSizes).toEqual([1, 1, 1, 1, 1]);
    const groupId = await cast.openGroup();
    expect(cast.smsSizes).toHaveLength(5);
    expect(cast.secondWebhookSizes).toEqual([1]);
    expect(await cast.getAttempts(groupId)).toMatchObject([
      { contactMethodId: cast.bo.methodId, state: 'cancelled', reason: 'delivery.throttled' },
      { contactMethodId: cast.second.methodId, state: 'delivered', because: 'next_method' },
    ]);
  },

  'the message log says so': async (cast) => {
    const { body } = await cast.bo.api.request('GET', `/api/messages?person=${cast.bo.personId}`);
    const { messages } = body as { readonly messages: readonly object[] };
    expect(messages).toContainEqual(expect.objectContaining({ outcome: 'cancelled', reason: 'delivery.throttled' }));
  },

  'and where that one fails, the throttled one is used anyway': async (cast) => {
    await cast.stage.settleFully();
    cast.second.phone.answer(400);
    const groupId = await cast.openGroup();
    cast.second.phone.recover();
    expect(cast.smsSizes).toHaveLength(6);
    expect((await cast.getAttempts(groupId)).map(({ state }) => state)).toEqual(['cancelled', 'failed', 'delivered']);
  },
};
