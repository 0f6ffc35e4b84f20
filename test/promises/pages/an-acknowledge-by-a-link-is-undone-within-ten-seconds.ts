import { pathOf, type Promises } from './keep.js';

export const anAcknowledgeByALinkIsUndoneWithinTenSeconds: Promises = {
  'from the page itself, without a session; history says that it was the link': async (cast) => {
    const { stage, ana } = cast;
    const { id } = await cast.opens();
    const path = pathOf(ana.phone.pages.at(-1)!);
    expect(await cast.look(path)).toMatchObject({ undoUntil: null });
    await stage.nothingWaits();
    expect(await cast.press(path, 'acknowledge')).toEqual([202, undefined]);
    await stage.advance('PT9S');
    const shown = await cast.look(path);
    expect(Date.parse(shown.undoUntil!) - Date.parse(shown.now)).toBe(1_000);
    expect(await cast.press(path, 'undo')).toEqual([202, undefined]);
    expect(await cast.press(path, 'undo')).toEqual([202, undefined]);
    expect(await cast.look(path)).toMatchObject({ status: 'firing', undoUntil: null });
    const undone = (await stage.timeline(id)).filter(({ type }) => type === 'AlertGroupReturnedToFiring');
    expect(undone).toMatchObject([
      { data: { because: 'unacknowledged' }, meta: { actor: { id: ana.personId, via: expect.stringMatching(/^link:/) } } },
    ]);
  },

  'then whoever the step pages is rung after ten seconds of grace': async ({ stage, ana }) => {
    const before = ana.rang;
    await stage.advance('PT9S');
    expect(ana.rang).toBe(before);
    await stage.advance('PT1S');
    expect(ana.rang).toBe(before + 1);
  },

  'no later, and not by the link of somebody else': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.advance('PT5M');
    const [mine, his] = [pathOf(ana.phone.pages.at(-1)!), pathOf(bo.phone.pages.at(-1)!)];
    await cast.press(mine, 'acknowledge');
    expect(await cast.press(his, 'undo')).toEqual([409, 'page_link.undo_over']);
    await stage.advance('PT11S');
    expect(await cast.look(mine)).toMatchObject({ status: 'acknowledged', undoUntil: null });
    expect(await cast.press(mine, 'undo')).toEqual([409, 'page_link.undo_over']);
  },

  'nor what was acknowledged in Tocsin itself': async (cast) => {
    const { id: groupId } = await cast.opens();
    const path = pathOf(cast.ana.phone.pages.at(-1)!);
    await cast.ana.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await cast.look(path)).toMatchObject({ status: 'acknowledged', undoUntil: null });
    expect(await cast.press(path, 'undo')).toEqual([409, 'page_link.undo_over']);
  },

  'also a snooze, which a restart does not forget': async (cast) => {
    await cast.opens();
    const path = pathOf(cast.ana.phone.pages.at(-1)!);
    await cast.press(path, 'snooze');
    await cast.stage.restart('SIGKILL');
    expect(await cast.press(path, 'undo')).toEqual([202, undefined]);
    expect(await cast.look(path)).toMatchObject({ status: 'firing', snoozedUntil: null });
  },
};
