import type { Promises } from './keep.js';

export const linkedGroupsAreOneThingToPageFor: Promises = {
  'the lowest number that fires is paged for, and the other follows it': async (cast) => {
    await cast.nearly();
    await cast.thread('First', 1_100);
    await cast.thread('Second', 1_000);
    const [first, second] = await cast.storms();
    expect(second).toMatchObject({ status: 'firing', follows: { number: first!.number }, next: null, paging: [] });
    await cast.stage.advance('PT6M');
    expect(await cast.paged(first!.id)).toEqual(['Ana', 'Bo']);
    expect(await cast.paged(second!.id)).toEqual([]);
    expect(await cast.stage.ladder(second!.id)).toMatchObject({ state: 'stopped', because: 'follows', follows: { number: first!.number } });
  },
  'what a person does to one of them is done to all': async (cast) => {
    const { ana, bo } = cast;
    const [, second] = await cast.storms();
    await bo.api.run('AcknowledgeAlertGroup', { groupId: second!.id });
    const held = { status: 'acknowledged', holder: { kind: 'person', personId: bo.personId } };
    expect(await cast.storms()).toMatchObject([held, held]);
    await ana.api.run('SnoozeAlertGroup', { groupId: second!.id, minutes: 30 });
    expect((await cast.storms()).map(({ status }) => status)).toEqual(['snoozed', 'snoozed']);
    await ana.api.run('UnsnoozeAlertGroup', { groupId: second!.id });
    expect(await cast.storms()).toMatchObject([held, held]);
  },
  'and resolved and reopened as one': async (cast) => {
    const { ana } = cast;
    const [first, second] = await cast.storms();
    await ana.api.run('ResolveAlertGroup', { groupId: second!.id });
    const by = { status: 'resolved', resolvedBy: { by: 'person', actorId: ana.personId } };
    expect(await cast.storms()).toMatchObject([by, by]);
    expect(await cast.told()).toEqual(['Bo']);
    await ana.api.run('ReopenAlertGroup', { groupId: second!.id, iHaveIt: true });
    const held = { status: 'acknowledged', holder: { kind: 'person', personId: ana.personId } };
    expect(await cast.storms()).toMatchObject([held, { ...held, follows: { number: first!.number } }]);
  },
};
