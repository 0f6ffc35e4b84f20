import type { Promises } from './keep.js';

export const whatWaitsForAThrottleGoesOutAsOneMessage: Promises = {
  'what exceeds the limit waits, and says until when': async (cast) => {
    const [first] = await cast.fills();
    const waiting = await cast.opens('warning');
    await cast.opens('warning');
    expect(cast.sms).toEqual([1, 1, 1, 1, 1]);
    const { startedAt } = (await cast.attempts(first!))[0]!;
    const [attempt] = await cast.attempts(waiting);
    expect(attempt).toMatchObject({ state: 'queued', throttled: true });
    expect(Date.parse(attempt!.bundledUntil!) - Date.parse(startedAt!)).toBe(15 * 60_000);
  },

  'and goes out as one message when there is room': async (cast) => {
    await cast.stage.advance('PT4M50S');
    expect(cast.sms).toHaveLength(5);
    await cast.stage.advance('PT10S');
    expect(cast.sms.slice(5)).toEqual([2]);
  },
};
