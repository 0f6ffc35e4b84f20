import type { Promises } from './keep.js';

export const aPageThatWaitsSaysSo: Promises = {
  'on the ladder: until when, at the latest': async (cast) => {
    const [, name] = await cast.opens(2);
    const { id, openedAt } = await cast.group(name!);
    const attempt = async () => (await cast.stage.ladder(id)).pages[0]!.attempts[0]!;
    const waits = await attempt();
    expect(waits.state).toBe('queued');
    expect(Date.parse(waits.bundledUntil!) - Date.parse(openedAt)).toBe(60_000);
    await cast.stage.advance('PT1M');
    expect(await attempt()).toMatchObject({ state: 'delivered' });
  },
};
