import type { Promises } from './cast.js';

export const aFailedMethodIsTriedAgainBesideTheNext: Promises = {
  'the next method rings at once; the failed one is tried three times more, every 15 seconds, and rings when it works again': async (
    cast,
  ) => {
    const { stage, ana } = cast;
    const { api, personId, phone } = ana;
    const second = await stage.addPhone(api, false);
    await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId: second.methodId, delayMinutes: 4 });
    phone.answerNext(503, 503, 503);
    const [rings, pages] = [phone.rings.length, phone.pages.length];
    const { id } = await cast.openGroup();
    expect([phone.rings.length - rings, second.phone.pages.length]).toEqual([1, 1]);
    await stage.advance('PT15S');
    expect(phone.rings.length - rings).toBe(2);
    await stage.advance('PT15S');
    expect([phone.rings.length - rings, phone.pages.length - pages]).toEqual([3, 0]);
    await stage.advance('PT15S');
    expect([phone.rings.length - rings, phone.pages.length - pages, second.phone.pages.length]).toEqual([4, 1, 1]);
    const [page] = await stage.pagesOf(id, ana);
    expect(page!.attempts.map(({ contactMethodId, because, n, state }) => [contactMethodId === ana.methodId, because, n, state])).toEqual(
      expect.arrayContaining([
        [true, 'rule', 1, 'failed'],
        [true, 'retry', 2, 'failed'],
        [true, 'retry', 3, 'failed'],
        [true, 'retry', 4, 'delivered'],
        [false, 'next_method', 1, 'delivered'],
      ]),
    );
    await api.run('RemoveContactMethod', { personId, contactMethodId: second.methodId });
  },

  'and no retry rings after an acknowledge': async (cast) => {
    const { stage, ana } = cast;
    ana.phone.answer(503);
    const { id: groupId } = await cast.openGroup();
    const { length } = ana.phone.rings;
    ana.phone.recover();
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    await stage.advance('PT1M');
    expect(ana.phone.rings).toHaveLength(length);
  },
};
