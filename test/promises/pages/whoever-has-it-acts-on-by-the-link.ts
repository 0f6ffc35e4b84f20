import { pathOf, type Promises } from './cast.js';

export const whoeverHasItActsOnByTheLink: Promises = {
  'names nobody who can be added before it is acknowledged, and pages nobody': async (cast) => {
    await cast.openGroup();
    const path = pathOf(cast.ana.phone.pages.at(-1)!);
    expect(await cast.readPage(path)).toMatchObject({ addable: [], alsoPaged: [] });
    expect(await cast.send(path, { act: 'add_responder', personId: cast.bo.personId })).toEqual([403, 'permission.denied']);
  },

  'adds a note once, however often the phone sends it': async (cast) => {
    const path = pathOf(cast.ana.phone.pages.at(-1)!);
    await cast.press(path, 'acknowledge');
    const note = { act: 'note', text: 'The replica is full, too' };
    expect(await cast.send(path, note, 'note-1')).toEqual([202, undefined]);
    expect(await cast.send(path, note, 'note-1')).toEqual([202, undefined]);
    const { id } = (await cast.stage.listGroups()).at(-1)!;
    const notes = (await cast.stage.getTimeline(id)).filter(({ type }) => type === 'NoteAdded');
    expect(notes).toMatchObject([{ meta: { actor: { id: cast.ana.personId, via: expect.stringMatching(/^link:/) } } }]);
  },

  'pages a member of the team, and says who was paged': async (cast) => {
    const { ana, bo } = cast;
    const path = pathOf(ana.phone.pages.at(-1)!);
    expect((await cast.readPage(path)).addable).toEqual([{ personId: bo.personId, name: 'Bo' }]);
    const before = bo.ringCount;
    expect(await cast.send(path, { act: 'add_responder', personId: bo.personId })).toEqual([202, undefined]);
    await cast.stage.settle();
    expect(bo.ringCount).toBe(before + 1);
    expect(await cast.readPage(path)).toMatchObject({ status: 'acknowledged', alsoPaged: [{ name: 'Bo' }] });
  },

  'pages nobody of another team, and nobody by the link of somebody else': async (cast) => {
    const { ana, bo, stage } = cast;
    const stranger = await stage.addPerson('Cy', { isInTeam: false });
    expect(await cast.send(pathOf(ana.phone.pages.at(-1)!), { act: 'add_responder', personId: stranger.personId })).toEqual([
      403,
      'permission.denied',
    ]);
    expect(await cast.send(pathOf(bo.phone.pages.at(-1)!), { act: 'add_responder', personId: ana.personId })).toEqual([
      403,
      'permission.denied',
    ]);
  },

  'resolves it; then nothing is left to do': async (cast) => {
    const path = pathOf(cast.ana.phone.pages.at(-1)!);
    expect(await cast.press(path, 'resolve')).toEqual([202, undefined]);
    expect(await cast.readPage(path)).toMatchObject({ status: 'resolved', addable: [] });
    expect(await cast.press(path, 'resolve')).toEqual([409, 'alert_group.already_resolved']);
  },
};
