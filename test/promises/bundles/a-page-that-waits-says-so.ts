import type { Promises } from './cast.js';

export const aPageThatWaitsSaysSo: Promises = {
  'on the ladder: until when, at the latest': async (cast) => {
    const [, name] = await cast.openGroups(2);
    const { id, openedAt } = await cast.getGroupByName(name!);
    const attempt = async () => (await cast.stage.getLadder(id)).pages[0]!.attempts[0]!;
    const waitingAttempt = await attempt();
    expect(waitingAttempt.state).toBe('queued');
    expect(Date.parse(waitingAttempt.bundledUntil!) - Date.parse(openedAt)).toBe(60_000);
    await cast.stage.advance('PT1M');
    expect(await attempt()).toMatchObject({ state: 'delivered' });
  },
};
