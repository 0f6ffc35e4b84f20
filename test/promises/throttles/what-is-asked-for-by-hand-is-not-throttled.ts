import type { Promises } from './keep.js';

export const whatIsAskedForByHandIsNotThrottled: Promises = {
  'a message that is sent again goes out at once, and counts': async (cast) => {
    const [first] = await cast.fills();
    const page = (await cast.stage.ladder(first!)).pages[0]!;
    await cast.bo.api.run('ResendMessage', { groupId: first!, pageId: page.pageId, messageId: page.attempts[0]!.slot });
    await cast.stage.settle();
    expect(cast.sms).toHaveLength(6);
    const waiting = await cast.opens('warning');
    const [attempt] = await cast.attempts(waiting);
    // the second of the five before it was sent two minutes later
    expect(Date.parse(attempt!.bundledUntil!) - Date.parse(page.attempts[0]!.startedAt!)).toBe(17 * 60_000);
  },
};
