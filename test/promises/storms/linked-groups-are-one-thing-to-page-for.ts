import type { Promises } from './cast.js';

export const linkedGroupsAreOneThingToPageFor: Promises = {
  'the lowest number that fires is paged for, and the other follows it': async (cast) => {
    await cast.floodToLimit();
    await cast.sendThread('First', 1_100);
    await cast.sendThread('Second', 1_000);
    const [first, second] = await cast.listStormGroups();
    expect(second).toMatchObject({ status: 'firing', follows: { number: first!.number }, next: null, paging: [] });
    await cast.stage.advance('PT6M');
    expect(await cast.namesOfPaged(first!.id)).toEqual(['Ana', 'Bo']);
    expect(await cast.namesOfPaged(second!.id)).toEqual([]);
    expect(await cast.stage.getLadder(second!.id)).toMatchObject({
      state: 'stopped',
      because: 'follows',
      follows: { number: first!.number },
    });
  },
  'what a person does to one of them is done to all': async (cast) => {
    const { ana, bo } = cast;
    const [, second] = await cast.listStormGroups();
    await bo.api.run('AcknowledgeAlertGroup', { groupId: second!.id });
    const acknowledgedByBo = { status: 'acknowledged', holder: { kind: 'person', personId: bo.personId } };
    expect(await cast.listStormGroups()).toMatchObject([acknowledgedByBo, acknowledgedByBo]);
    await ana.api.run('SnoozeAlertGroup', { groupId: second!.id, minutes: 30 });
    expect((await cast.listStormGroups()).map(({ status }) => status)).toEqual(['snoozed', 'snoozed']);
    await ana.api.run('UnsnoozeAlertGroup', { groupId: second!.id });
    expect(await cast.listStormGroups()).toMatchObject([acknowledgedByBo, acknowledgedByBo]);
  },
  'and resolved and reopened as one': async (cast) => {
    const { ana } = cast;
    const [first, second] = await cast.listStormGroups();
    await ana.api.run('ResolveAlertGroup', { groupId: second!.id });
    const resolvedByAna = { status: 'resolved', resolvedBy: { by: 'person', actorId: ana.personId } };
    expect(await cast.listStormGroups()).toMatchObject([resolvedByAna, resolvedByAna]);
    expect(await cast.namesOfNotified()).toEqual(['Bo']);
    await ana.api.run('ReopenAlertGroup', { groupId: second!.id, iHaveIt: true });
    const acknowledgedByBo = { status: 'acknowledged', holder: { kind: 'person', personId: ana.personId } };
    expect(await cast.listStormGroups()).toMatchObject([acknowledgedByBo, { ...acknowledgedByBo, follows: { number: first!.number } }]);
  },
};
