import { pathOf, type Promises } from './cast.js';

export const anAcknowledgeByALinkIsUndoneWithinTenSeconds: Promises = {
  'from the page itself, without a session; history says that it was the link': async (cast) => {
    const { stage, ana } = cast;
    const { id } = await cast.openGroup();
    const path = pathOf(ana.phone.pages.at(-1)!);
    expect(await cast.readPage(path)).toMatchObject({ undoUntil: null });
    await stage.settleFully();
    expect(await cast.press(path, 'acknowledge')).toEqual([202, undefined]);
    await stage.advance('PT9S');
    const pageShown = await cast.readPage(path);
    expect(Date.parse(pageShown.undoUntil!) - Date.parse(pageShown.now)).toBe(1_000);
    expect(await cast.press(path, 'undo')).toEqual([202, undefined]);
    expect(await cast.press(path, 'undo')).toEqual([202, undefined]);
    expect(await cast.readPage(path)).toMatchObject({ status: 'firing', undoUntil: null });
    const undoEvents = (await stage.getTimeline(id)).filter(({ type }) => type === 'AlertGroupReturnedToFiring');
    expect(undoEvents).toMatchObject([
      { data: { because: 'unacknowledged' }, meta: { actor: { id: ana.personId, via: expect.stringMatching(/^link:/) } } },
    ]);
  },

  'then whoever the step pages is rung after ten seconds of grace': async ({ stage, ana }) => {
    const before = ana.ringCount;
    await stage.advance('PT9S');
    expect(ana.ringCount).toBe(before);
    await stage.advance('PT1S');
    expect(ana.ringCount).toBe(before + 1);
  },

  'no later, and not by the link of somebody else': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.advance('PT5M');
    const [anasPath, bosPath] = [pathOf(ana.phone.pages.at(-1)!), pathOf(bo.phone.pages.at(-1)!)];
    await cast.press(anasPath, 'acknowledge');
    expect(await cast.press(bosPath, 'undo')).toEqual([409, 'page_link.undo_over']);
    await stage.advance('PT11S');
    expect(await cast.readPage(anasPath)).toMatchObject({ status: 'acknowledged', undoUntil: null });
    expect(await cast.press(anasPath, 'undo')).toEqual([409, 'page_link.undo_over']);
  },

  'nor what was acknowledged in Tocsin itself': async (cast) => {
    const { id: groupId } = await cast.openGroup();
    const path = pathOf(cast.ana.phone.pages.at(-1)!);
    await cast.ana.api.run('AcknowledgeAlertGroup', { groupId });
    expect(await cast.readPage(path)).toMatchObject({ status: 'acknowledged', undoUntil: null });
    expect(await cast.press(path, 'undo')).toEqual([409, 'page_link.undo_over']);
  },

  'also a snooze, which a restart does not forget': async (cast) => {
    await cast.openGroup();
    const path = pathOf(cast.ana.phone.pages.at(-1)!);
    await cast.press(path, 'snooze');
    await cast.stage.restart('SIGKILL');
    expect(await cast.press(path, 'undo')).toEqual([202, undefined]);
    expect(await cast.readPage(path)).toMatchObject({ status: 'firing', snoozedUntil: null });
  },
};
