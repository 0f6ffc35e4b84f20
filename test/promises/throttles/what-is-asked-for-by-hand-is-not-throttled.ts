import type { Promises } from './cast.js';

export const whatIsAskedForByHandIsNotThrottled: Promises = {
  'a message that is sent again goes out at once, and counts': async (cast) => {
    const [first] = await cast.fillLimit();
    const page = (await cast.stage.getLadder(first!)).pages[0]!;
    await cast.bo.api.run('ResendMessage', { groupId: first!, pageId: page.pageId, messageId: page.attempts[0]!.slot });
    await cast.stage.settle();
    expect(cast.smsSizes).toHaveLength(6);
    const waitingGroupId = await cast.openGroup('warning');
    const [attempt] = await cast.getAttempts(waitingGroupId);
    // the second of the five before it was sent two minutes later
    expect(Date.parse(attempt!.bundledUntil!) - Date.parse(page.attempts[0]!.startedAt!)).toBe(17 * 60_000);
  },
};
