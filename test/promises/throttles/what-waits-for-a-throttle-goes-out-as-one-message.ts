import type { Promises } from './cast.js';

export const whatWaitsForAThrottleGoesOutAsOneMessage: Promises = {
  'what exceeds the limit waits, and says until when': async (cast) => {
    const [first] = await cast.fillLimit();
    const waitingGroupId = await cast.openGroup('warning');
    await cast.openGroup('warning');
    expect(cast.smsSizes).toEqual([1, 1, 1, 1, 1]);
    const { startedAt } = (await cast.getAttempts(first!))[0]!;
    const [attempt] = await cast.getAttempts(waitingGroupId);
    expect(attempt).toMatchObject({ state: 'queued', throttled: true });
    expect(Date.parse(attempt!.bundledUntil!) - Date.parse(startedAt!)).toBe(15 * 60_000);
  },

  'and goes out as one message when there is room': async (cast) => {
    await cast.stage.advance('PT4M50S');
    expect(cast.smsSizes).toHaveLength(5);
    await cast.stage.advance('PT10S');
    expect(cast.smsSizes.slice(5)).toEqual([2]);
  },
};
