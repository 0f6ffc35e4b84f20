import type { Promises } from './cast.js';

export const allMethodsThrottledTheLoudestIsUsed: Promises = {
  'a call is made although there were three in a quarter of an hour': async (cast) => {
    const { bo, second } = cast;
    const { personId } = bo;
    await cast.setRelay(second.methodId, 'voice');
    const { says } = await bo.api.run('AddNotificationRule', {
      personId,
      urgency: 'low',
      contactMethodId: second.methodId,
      delayMinutes: 0,
    });
    await cast.stage.settle();
    await cast.fillLimit();
    expect([cast.smsSizes.length, cast.secondWebhookSizes.length]).toEqual([5, 3]);
    const groupId = await cast.openGroup();
    expect([cast.smsSizes.length, cast.secondWebhookSizes.length]).toEqual([5, 4]);
    const facts = await cast.stage.getTimeline(groupId);
    const startedAttempts = facts.flatMap((fact) => (fact.type === 'AttemptStarted' ? fact.data.ring : []));
    expect(startedAttempts).toMatchObject([{ contactMethodId: second.methodId, throttle: 'voice', overThrottle: true }]);
    await bo.api.run('RemoveNotificationRule', { personId, ruleId: String(says['ruleId']) });
    await cast.setRelay(second.methodId, null);
  },
};
