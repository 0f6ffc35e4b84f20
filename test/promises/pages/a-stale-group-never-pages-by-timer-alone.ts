import type { Promises } from './cast.js';

export const aStaleGroupNeverPagesByTimerAlone: Promises = {
  'its sender has been silent for a day: the escalation does not begin again, and the list says so': async (cast) => {
    const { stage, ana, bo } = cast;
    // unanswered steps, two hours apart: it repeats until it no longer pages
    await stage.setPolicy([{ page: [ana], wait: 120 }, { page: [bo], wait: 120 }]); // prettier-ignore
    const { id, number } = await cast.openGroup();
    await stage.advance('PT26H');
    const stale = await stage.getGroup(number);
    expect(stale).toMatchObject({ status: 'firing', next: null });
    expect(stale.staleSince).toBeTruthy();
    expect((await ana.api.list('alertGroups', 'where.stale=1')).map((row) => row.id)).toEqual([id]);
    const ringsBefore = [ana.ringCount, bo.ringCount];
    await stage.advance('PT6H');
    expect([ana.ringCount, bo.ringCount]).toEqual(ringsBefore);
  },

  'a person can have it page all the same': async ({ stage, ana }) => {
    const { id: groupId, number } = (await stage.listGroups()).at(-1)!;
    await ana.api.run('AcknowledgeAlertGroup', { groupId });
    await ana.api.run('UnacknowledgeAlertGroup', { groupId });
    await stage.advance('PT10S');
    expect((await stage.getGroup(number)).paging).not.toEqual([]);
  },

  'and its sender’s next word ends it': async (cast) => {
    const { stage } = cast;
    await cast.repeatSignal();
    const group = (await stage.listGroups()).at(-1)!;
    expect(group.staleSince).toBeNull();
    expect((await stage.getTimeline(group.id)).map(({ type }) => type)).toContain('AlertGroupHeardAgain');
    await cast.setPolicy();
  },
};
