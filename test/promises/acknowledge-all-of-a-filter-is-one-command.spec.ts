import { v7 } from 'uuid';
import type { HealthAnswer } from '@tocsin/contracts/health.js';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { Stage, type Player } from '@tocsin/testing/stage/stage.js';
import { story } from '@tocsin/testing/stage/story.js';

let stage: Stage;
let bo: Player;
beforeAll(async () => {
  stage = await Stage.begin();
  bo = await stage.addPerson('Bo');
});
afterAll(() => stage.close());

/** More than one batch. */
const groupCount = 230;
const openFilter = 'where.status=firing&where.status=acknowledged';

/** Ordinal of the displayed list; later events get a time of their own. */
const countSeen = async (): Promise<number> => {
  await stage.settle();
  const { body } = await stage.ana.api.request<{ ordinal: number }>('GET', '/api/views/alertGroups?limit=1');
  await stage.advance('PT1S');
  return body.ordinal;
};
const act = (
  actType: 'AcknowledgeAlertGroup' | 'ResolveAlertGroup',
  ordinal: number,
  { filter = openFilter, bulkActId = v7(), by = stage.ana.api } = {},
) => by.run('ActOnFiltered', { bulkActId, act: actType, filter, ordinal });
const countGroups = async (status: string): Promise<number> => {
  await stage.settle();
  const { body } = await stage.ana.api.request<{ count: number }>('GET', `/api/views/alertGroups?limit=1&count=1&where.status=${status}`);
  return body.count;
};

story('an act on all that match a filter', (chapter) => {
  const acknowledgeKey = v7();
  let ordinal = 0;

  chapter('is done to what was seen, and to nothing that came later or was changed in the meantime', async () => {
    await openMany(stage, groupCount);
    const groups = await stage.listGroups();
    ordinal = await countSeen();
    await bo.api.run('AcknowledgeAlertGroup', { groupId: groups[2]!.id });
    await stage.ana.api.run('ResolveAlertGroup', { groupId: groups[4]!.id });
    await stage.generic({ summary: 'It came later', key: 'later', severity: 'info' });
    await stage.settle();
    const { says } = await act('AcknowledgeAlertGroup', ordinal, { bulkActId: acknowledgeKey });
    expect(says).toMatchObject({ matched: groupCount });
    expect(await stage.getRow('bulkActs', acknowledgeKey)).toMatchObject({
      matched: groupCount,
      worked: groupCount,
      done: groupCount - 2,
      leftOut: [
        { groupId: groups[2]!.id, number: 3, why: 'changed' },
        { groupId: groups[4]!.id, number: 5, why: 'changed' },
      ],
      leftOutCount: 2,
      undone: false,
    });
    expect(await countGroups('acknowledged')).toBe(groupCount - 1);
    expect(await countGroups('firing')).toBe(1);
    expect((await stage.getGroup(3)).holder).toMatchObject({ personId: bo.personId });
  });

  chapter('sent twice is done once', async () => {
    const { says, streams } = await act('AcknowledgeAlertGroup', ordinal, { bulkActId: acknowledgeKey });
    expect([says['matched'], streams]).toEqual([groupCount, []]);
  });

  chapter('is worked to its end although the server is killed', async () => {
    const resolveKey = v7();
    const at = await countSeen();
    await act('ResolveAlertGroup', at, { bulkActId: resolveKey, filter: `${openFilter}&q=${encodeURIComponent('Alert1')}` });
    await stage.restart('SIGKILL');
    const { matched, worked, done } = await stage.getRow('bulkActs', resolveKey);
    // Alert1, 10 to 19, and 100 to 199
    expect([matched, worked, done]).toEqual([111, 111, 111]);
    await stage.ana.api.run('UndoBulkAct', { bulkActId: resolveKey });
    // reopened, they are still with the person who had them
    expect(await countGroups('acknowledged')).toBe(groupCount - 1);
  });

  chapter('is taken back as one, of those alone that are still as it left them', async () => {
    await bo.api.run('TakeOverAlertGroup', { groupId: (await stage.getGroup(6)).id });
    await stage.ana.api.run('UndoBulkAct', { bulkActId: acknowledgeKey });
    expect(await stage.getRow('bulkActs', acknowledgeKey)).toMatchObject({ undone: true });
    expect(await countGroups('firing')).toBe(groupCount - 2);
    expect((await stage.getGroup(6)).holder).toMatchObject({ personId: bo.personId });
    expect((await stage.ana.api.run('UndoBulkAct', { bulkActId: acknowledgeKey })).streams).toEqual([]);
  });

  chapter('is no way to groups that a person can’t act on, nor to an act of another person', async () => {
    const member = await stage.addPerson('Cleo', { isInTeam: false });
    const bulkActId = v7();
    await act('AcknowledgeAlertGroup', await countSeen(), { bulkActId, filter: 'where.status=firing', by: member.api });
    const row = await stage.getRow('bulkActs', bulkActId);
    expect(row).toMatchObject({ matched: groupCount - 2, done: 0, leftOutCount: groupCount - 2 });
    expect(new Set(row.leftOut.map(({ why }) => why))).toEqual(new Set(['denied']));
    expect(await member.api.expectRefusal('UndoBulkAct', { bulkActId: acknowledgeKey })).toMatchObject({ code: 'permission.denied' });
    expect(await stage.ana.api.expectRefusal('UndoBulkAct', { bulkActId: v7() })).toMatchObject({ code: 'bulk_act.not_found' });
  });

  chapter('is about what it can be done to, whatever the filter leaves out: an acknowledge, about what is firing', async () => {
    const at = await countSeen();
    const before = [await countGroups('firing'), await countGroups('acknowledged'), await countGroups('resolved')];
    const bulkActId = v7();
    const { says } = await act('AcknowledgeAlertGroup', at, { bulkActId, filter: '' });
    expect(says['matched']).toBe(before[0]);
    const row = await stage.getRow('bulkActs', bulkActId);
    expect([row.done, row.leftOutCount]).toEqual([before[0], 0]);
    await stage.ana.api.run('UndoBulkAct', { bulkActId });
    await stage.getRow('bulkActs', bulkActId);
    expect([await countGroups('firing'), await countGroups('acknowledged'), await countGroups('resolved')]).toEqual(before);
    const expectActRefused = async (filter: string, actType: 'AcknowledgeAlertGroup' | 'ResolveAlertGroup') =>
      (await stage.ana.api.expectRefusal('ActOnFiltered', { bulkActId: v7(), act: actType, filter, ordinal: at })).code;
    expect(await expectActRefused('where.status=acknowledged&where.status=snoozed', 'AcknowledgeAlertGroup')).toBe('request.invalid');
    expect(await expectActRefused('where.status=resolved', 'ResolveAlertGroup')).toBe('request.invalid');
  });

  chapter('refuses what is no filter, or a list that nobody can have seen', async () => {
    const at = await countSeen();
    const expectFilterRefused = async (filter: string, ordinalAt = at) =>
      (await stage.ana.api.expectRefusal('ActOnFiltered', { bulkActId: v7(), act: 'AcknowledgeAlertGroup', filter, ordinal: ordinalAt }))
        .code;
    expect(await expectFilterRefused('where.colour=red')).toBe('request.invalid');
    expect(await expectFilterRefused('status=firing')).toBe('request.invalid');
    expect(await expectFilterRefused('where.status=firing&limit=3')).toBe('request.invalid');
    expect(await expectFilterRefused(openFilter, at + 100_000)).toBe('request.view_behind');
  });

  chapter('answers that nothing matches, and leaves nothing behind', async () => {
    const { says, streams } = await act('AcknowledgeAlertGroup', await countSeen(), { filter: 'q=there-is-no-such-word' });
    expect([says['matched'], streams]).toEqual([0, []]);
  });

  chapter('counts what others changed while it was worked, and is no error in health', async () => {
    const openGroups = (await stage.listGroups()).filter(({ status }) => status === 'firing' || status === 'acknowledged');
    const bulkActId = v7();
    const at = await countSeen();
    const resolveByBo = ({ id: groupId }: { readonly id: string }) =>
      bo.api.request('POST', '/api/commands/ResolveAlertGroup', { groupId });
    // those of the first batch that are worked last
    const racedGroups = openGroups.slice(100, 200).toReversed();
    await Promise.all([act('ResolveAlertGroup', at, { bulkActId }), ...racedGroups.map(resolveByBo)]);
    await stage.settle();
    const { matched, worked, done, leftOutCount } = await stage.getRow('bulkActs', bulkActId);
    const actIds = new Set(openGroups.map(({ id }) => id));
    const resolvedGroups = (await stage.listGroups()).filter(({ id }) => actIds.has(id));
    const countBy = (personId: string): number => resolvedGroups.filter(({ resolvedBy }) => resolvedBy?.actorId === personId).length;
    expect([matched, worked]).toEqual([openGroups.length, openGroups.length]);
    expect([done, leftOutCount]).toEqual([countBy(stage.ana.personId), countBy(bo.personId)]);
    expect(done + leftOutCount).toBe(matched);
    const { troubles, failures } = (await stage.ana.api.request<HealthAnswer>('GET', '/api/health')).body;
    expect([troubles, failures]).toEqual([[], []]);
  });
});
