import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

story('what helped last time', (chapter) => {
  let stage: Stage;
  let bo: Player;
  const fire = async (key = 'disk', summary = 'Disk full'): Promise<string> => {
    await stage.generic({ summary, key });
    await stage.settle();
    return (await stage.listGroups()).at(-1)!.id;
  };
  const end = async (key = 'disk'): Promise<void> => {
    await stage.generic({ summary: 'Disk full', key, action: 'resolve' });
    await stage.settle();
    await stage.advance('PT1H');
  };

  beforeAll(async () => {
    stage = await Stage.begin();
    bo = await stage.addPerson('Bo');
    await stage.setPolicy([{ page: [bo] }]);
  });
  afterAll(() => stage.close());

  chapter('is in the next page of the same alert: the last note, by whom and of which alert group', async () => {
    const groupId = await fire();
    expect(bo.phone.pages.at(-1)).not.toHaveProperty('lastNote');
    await bo.api.run('AddNote', { groupId, text: 'Restarted it' });
    await bo.api.run('AddNote', { groupId, text: 'Emptied /var/log' });
    await end();
    await fire();
    expect(bo.phone.pages.at(-1)!.lastNote).toEqual({ text: 'Emptied /var/log', by: 'Bo', number: 1 });
    await end();
  });

  chapter('is not in the page of another alert', async () => {
    await fire('cpu', 'CPU hot');
    expect(bo.phone.pages.at(-1)).not.toHaveProperty('lastNote');
    await end('cpu');
  });

  chapter('is still known after a restart in which memory is folded again', async () => {
    await stage.restart('SIGKILL');
    await fire();
    expect(bo.phone.pages.at(-1)!.lastNote).toMatchObject({ text: 'Emptied /var/log', number: 1 });
    await end();
  });

  chapter('is gone once it is redacted, and nothing older stands in for it', async () => {
    const [first] = await stage.listGroups();
    const note = (await stage.getTimeline(first!.id)).findLast(({ type }) => type === 'NoteAdded')!;
    await stage.ana.api.run('RedactText', { ordinal: note.ordinal, path: ['text'] });
    await stage.settle();
    await fire();
    expect(bo.phone.pages.at(-1)).not.toHaveProperty('lastNote');
    await end();
  });
});
