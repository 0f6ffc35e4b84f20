import type { Promises } from './keep.js';

export const aStaleGroupNeverPagesByTimerAlone: Promises = {
  'its sender has been silent for a day: the escalation does not begin again, and the list says so': async (cast) => {
    const { stage, ana, bo } = cast;
    // unanswered steps, two hours apart: it repeats until it no longer pages
    await stage.policy([{ page: [ana], wait: 120 }, { page: [bo], wait: 120 }]); // prettier-ignore
    const { id, number } = await cast.opens();
    await stage.advance('PT26H');
    const stale = await stage.group(number);
    expect(stale).toMatchObject({ status: 'firing', next: null });
    expect(stale.staleSince).toBeTruthy();
    expect((await ana.api.list('alertGroups', 'where.stale=1')).map((row) => row.id)).toEqual([id]);
    const rang = [ana.rang, bo.rang];
    await stage.advance('PT6H');
    expect([ana.rang, bo.rang]).toEqual(rang);
  },

  'a person can have it page all the same': async ({ stage, ana }) => {
    const { id: groupId, number } = (await stage.groups()).at(-1)!;
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    await ana.api.run('UnacknowledgeAlertGroup', { groupId });
    await stage.advance('PT10S');
    expect((await stage.group(number)).paging).not.toEqual([]);
  },

  'and its sender’s next word ends it': async (cast) => {
    const { stage } = cast;
    await cast.repeats();
    const group = (await stage.groups()).at(-1)!;
    expect(group.staleSince).toBeNull();
    expect((await stage.timeline(group.id)).map(({ type }) => type)).toContain('AlertGroupHeardAgain');
    await cast.policy();
  },
};
