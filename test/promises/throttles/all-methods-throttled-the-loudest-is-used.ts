import type { Promises } from './keep.js';

export const allMethodsThrottledTheLoudestIsUsed: Promises = {
  'a call is made although there were three in a quarter of an hour': async (cast) => {
    const { bo, second } = cast;
    const { personId } = bo;
    await cast.relays(second.methodId, 'voice');
    const { says } = await bo.api.run('AddNotificationRule', {
      personId,
      urgency: 'low',
      contactMethodId: second.methodId,
      delayMinutes: 0,
    });
    await cast.stage.settle();
    await cast.fills();
    expect([cast.sms.length, cast.other.length]).toEqual([5, 3]);
    const groupId = await cast.opens();
    expect([cast.sms.length, cast.other.length]).toEqual([5, 4]);
    const facts = await cast.stage.timeline(groupId);
    const started = facts.flatMap((fact) => (fact.type === 'AttemptStarted' ? fact.data.ring : []));
    expect(started).toMatchObject([{ contactMethodId: second.methodId, throttle: 'voice', overThrottle: true }]);
    await bo.api.run('RemoveNotificationRule', { personId, ruleId: String(says['ruleId']) });
    await cast.relays(second.methodId, null);
  },
};
