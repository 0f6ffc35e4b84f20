import { v7 } from 'uuid';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.person('Bo');
});
afterAll(() => stage.close());

/** More than one batch. */
const many = 230;
const firing = 'where.status=firing&where.status=acknowledged';

/** Ordinal of the displayed list; later events get a time of their own. */
const seen = async (): Promise<number> => {
  await stage.settle();
  const { body } = await stage.ana.api.request<{ ordinal: number }>('GET', '/api/views/alertGroups?limit=1');
  await stage.advance('PT1S');
  return body.ordinal;
};
const act = (
  what: 'AcknowledgeAlertGroup' | 'ResolveAlertGroup',
  ordinal: number,
  { filter = firing, bulkActId = v7(), by = stage.ana.api } = {},
) => by.run('ActOnFiltered', { bulkActId, act: what, filter, ordinal });
const counted = async (status: string): Promise<number> => {
  await stage.settle();
  const { body } = await stage.ana.api.request<{ count: number }>('GET', `/api/views/alertGroups?limit=1&count=1&where.status=${status}`);
  return body.count;
};

story('an act on all that match a filter', (chapter) => {
  const acknowledged = v7();
  let ordinal = 0;

  chapter('is done to what was seen, and to nothing that came later or was changed in the meantime', async () => {
    await openMany(stage, many);
    const groups = await stage.groups();
    ordinal = await seen();
    await bo.api.run('AcknowledgeAlertGroup', { groupId: groups[2]!.id });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: groups[4]!.id });
    await stage.generic({ summary: 'It came later', key: 'later', severity: 'info' });
    await stage.settle();
    const { says } = await act('AcknowledgeAlertGroup', ordinal, { bulkActId: acknowledged });
    expect(says).toMatchObject({ matched: many });
    expect(await stage.row('bulkActs', acknowledged)).toMatchObject({
      matched: many,
      worked: many,
      done: many - 2,
      leftOut: [
        { groupId: groups[2]!.id, number: 3, why: 'changed' },
        { groupId: groups[4]!.id, number: 5, why: 'changed' },
      ],
      leftOutCount: 2,
      undone: false,
    });
    expect(await counted('acknowledged')).toBe(many - 1);
    expect(await counted('firing')).toBe(1);
    expect((await stage.group(3)).holder).toMatchObject({ personId: bo.personId });
  });

  chapter('sent twice is done once', async () => {
    const { says, streams } = await act('AcknowledgeAlertGroup', ordinal, { bulkActId: acknowledged });
    expect([says['matched'], streams]).toEqual([many, []]);
  });

  chapter('is worked to its end although the server is killed', async () => {
    const resolved = v7();
    const at = await seen();
    await act('ResolveAlertGroup', at, { bulkActId: resolved, filter: `${firing}&q=${encodeURIComponent('Alert1')}` });
    await stage.restart('SIGKILL');
    const { matched, worked, done } = await stage.row('bulkActs', resolved);
    // Alert1, 10 to 19, and 100 to 199
    expect([matched, worked, done]).toEqual([111, 111, 111]);
    await stage.ana.api.run('UndoBulkAct', { bulkActId: resolved });
    // reopened, they are still with the person who had them
    expect(await counted('acknowledged')).toBe(many - 1);
  });

  chapter('is taken back as one, of those alone that are still as it left them', async () => {
    await bo.api.run('TakeOverAlertGroup', { groupId: (await stage.group(6)).id });
    await stage.ana.api.run('UndoBulkAct', { bulkActId: acknowledged });
    expect(await stage.row('bulkActs', acknowledged)).toMatchObject({ undone: true });
    expect(await counted('firing')).toBe(many - 2);
    expect((await stage.group(6)).holder).toMatchObject({ personId: bo.personId });
    expect((await stage.ana.api.run('UndoBulkAct', { bulkActId: acknowledged })).streams).toEqual([]);
  });

  chapter('is no way to groups that a person can’t act on, nor to an act of another person', async () => {
    const member = await stage.person('Cleo', { team: false });
    const bulkActId = v7();
    await act('AcknowledgeAlertGroup', await seen(), { bulkActId, filter: 'where.status=firing', by: member.api });
    const row = await stage.row('bulkActs', bulkActId);
    expect(row).toMatchObject({ matched: many - 2, done: 0, leftOutCount: many - 2 });
    expect(new Set(row.leftOut.map(({ why }) => why))).toEqual(new Set(['denied']));
    expect(await member.api.expectRefusal('UndoBulkAct', { bulkActId: acknowledged })).toMatchObject({ code: 'permission.denied' });
    expect(await stage.ana.api.expectRefusal('UndoBulkAct', { bulkActId: v7() })).toMatchObject({ code: 'bulk_act.not_found' });
  });

  chapter('is about what it can be done to, whatever the filter leaves out: an acknowledge, about what is firing', async () => {
    const at = await seen();
    const before = [await counted('firing'), await counted('acknowledged'), await counted('resolved')];
    const bulkActId = v7();
    const { says } = await act('AcknowledgeAlertGroup', at, { bulkActId, filter: '' });
    expect(says['matched']).toBe(before[0]);
    const row = await stage.row('bulkActs', bulkActId);
    expect([row.done, row.leftOutCount]).toEqual([before[0], 0]);
    await stage.ana.api.run('UndoBulkAct', { bulkActId });
    await stage.row('bulkActs', bulkActId);
    expect([await counted('firing'), await counted('acknowledged'), await counted('resolved')]).toEqual(before);
    const refused = async (filter: string, what: 'AcknowledgeAlertGroup' | 'ResolveAlertGroup') =>
      (await stage.ana.api.expectRefusal('ActOnFiltered', { bulkActId: v7(), act: what, filter, ordinal: at })).code;
    expect(await refused('where.status=acknowledged&where.status=snoozed', 'AcknowledgeAlertGroup')).toBe('request.invalid');
    expect(await refused('where.status=resolved', 'ResolveAlertGroup')).toBe('request.invalid');
  });

  chapter('refuses what is no filter, or a list that nobody can have seen', async () => {
    const at = await seen();
    const refused = async (filter: string, of = at) =>
      (await stage.ana.api.expectRefusal('ActOnFiltered', { bulkActId: v7(), act: 'AcknowledgeAlertGroup', filter, ordinal: of })).code;
    expect(await refused('where.colour=red')).toBe('request.invalid');
    expect(await refused('status=firing')).toBe('request.invalid');
    expect(await refused('where.status=firing&limit=3')).toBe('request.invalid');
    expect(await refused(firing, at + 100_000)).toBe('request.view_behind');
  });

  chapter('answers that nothing matches, and leaves nothing behind', async () => {
    const { says, streams } = await act('AcknowledgeAlertGroup', await seen(), { filter: 'q=there-is-no-such-word' });
    expect([says['matched'], streams]).toEqual([0, []]);
  });
});
