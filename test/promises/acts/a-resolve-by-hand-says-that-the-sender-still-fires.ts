import type { Cast, Promises } from '../signals/cast.js';

const key = { groupKey: '{}:{cluster="by-hand"}' };
const disk = { name: 'ByHand' };

const resolutionOf = async ({ stage }: Cast, groupId: string) => {
  const resolveEvent = (await stage.getTimeline(groupId)).findLast(({ type }) => type === 'AlertGroupResolved');
  return resolveEvent?.data;
};

export const aResolveByHandSaysThatTheSenderStillFires: Promises = {
  'before, by the alerts that fire; afterwards in its history': async (cast) => {
    const { stage, ana } = cast;
    await stage.alertmanager('firing', [disk], key);
    const { id: groupId, firing } = await cast.getLastGroup();
    expect(firing).toBe(1);
    await ana.api.run('ResolveAlertGroup', { groupId });
    expect(await resolutionOf(cast, groupId)).toMatchObject({ by: 'person', whileFiring: true });
    expect(await cast.getLastGroup()).toMatchObject({ status: 'resolved', firing: 1, senderStillFiring: false });
  },

  'on the resolved group, as soon as its sender says so again; it rings nobody': async (cast) => {
    const { stage } = cast;
    const { number } = await cast.getLastGroup();
    await stage.advance('PT30M');
    expect(await cast.countRings(() => stage.alertmanager('firing', [disk], key))).toEqual([0, 0]);
    expect(await cast.getLastGroup()).toMatchObject({ number, status: 'resolved', senderStillFiring: true });
  },

  'until its sender says that it is over': async (cast) => {
    const { stage } = cast;
    await stage.alertmanager('resolved', [disk], key);
    expect(await cast.getLastGroup()).toMatchObject({ status: 'resolved', firing: 0, senderStillFiring: false });
  },

  'what no sender reports is resolved without it': async (cast) => {
    const { ana, bo } = cast;
    const { says } = await ana.api.run('PageSomeone', { title: 'Look at this', personIds: [bo.personId] });
    const groupId = String(says['groupId']);
    await ana.api.run('ResolveAlertGroup', { groupId });
    expect(await resolutionOf(cast, groupId)).toMatchObject({ by: 'person', whileFiring: false });
  },
};
