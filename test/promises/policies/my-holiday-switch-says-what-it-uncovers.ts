import type { UncoveredAnswer } from '@tocsin/contracts/people/away.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Cast, Promises } from './cast.js';

const hour = 3_600_000;
const getUncovered = async ({ ana }: Cast, from: string, to: string): Promise<UncoveredAnswer> => {
  const query = new URLSearchParams({ person: ana.personId, from, to }).toString();
  return (await ana.api.request<UncoveredAnswer>('GET', `/api/on-call/uncovered?${query}`)).body;
};
const ends: { awayId?: string; scheduleId?: string } = {};

export const myHolidaySwitchSaysWhatItUncovers: Promises = {
  'before it is pressed: shifts, policies that name me, and what I have in hand': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.setPolicy([{ page: [ana] }, { page: [bo, ana] }]);
    const { says } = await ana.api.run('CreateSchedule', {
      teamId: stage.setUpAnswer.teamId,
      name: 'Payments',
      timeZone: 'UTC',
      layers: [],
    });
    const scheduleId = String(says['scheduleId']);
    ends.scheduleId = scheduleId;
    await stage.settle();
    const now = await stage.settle();
    const shift = { from: addMillis(now, 24 * hour), to: addMillis(now, 32 * hour) };
    await ana.api.run('AddOverrides', { scheduleId, overrides: [{ kind: 'add', personId: ana.personId, ...shift, reason: '' }] });
    const ownGroup = await cast.openGroup('warning');
    await ana.api.run('AcknowledgeAlertGroup', { groupId: ownGroup.id });
    await stage.settle();
    const uncoveredAnswer = await getUncovered(cast, now, addMillis(now, 30 * hour));
    expect(uncoveredAnswer.shifts).toEqual([{ scheduleId, from: shift.from, to: addMillis(now, 30 * hour) }]);
    expect(uncoveredAnswer.policies).toEqual([{ policyId: stage.setUpAnswer.policyId, steps: [1, 2], alone: [1] }]);
    expect(uncoveredAnswer.groups).toMatchObject([{ groupId: ownGroup.id, number: ownGroup.number, isAssigned: true }]);
    expect((await getUncovered(cast, now, addMillis(now, hour))).shifts).toEqual([]);
  },

  'then low urgency goes to the next at once, and says why it passed me over': async (cast) => {
    const { stage, ana } = cast;
    const { says } = await ana.api.run('PlanAway', { personId: ana.personId, to: addMillis(await stage.settle(), 12 * hour) });
    ends.awayId = String(says['awayId']);
    await stage.settle();
    const { id } = await cast.openGroup('warning');
    expect(await cast.namesOfPaged(id)).toEqual(['Bo']);
    const takenStep = (await stage.getTimeline(id)).find(({ type }) => type === 'EscalationStepTaken')!;
    expect(takenStep.data).toMatchObject({ targets: [{ persons: [{ personId: ana.personId, reason: 'delivery.person_away' }] }] });
    expect((await ana.api.row('people', ana.personId)).away).toMatchObject([{ awayId: ends.awayId }]);
  },

  'and high urgency pages me all the same': async (cast) => {
    const { id } = await cast.openGroup('critical');
    expect(await cast.namesOfPaged(id)).toEqual(['Ana']);
  },

  'until I am back, or say so': async (cast) => {
    const { stage, ana } = cast;
    const { personId } = ana;
    await ana.api.run('EndAway', { personId, awayId: ends.awayId! });
    await stage.settle();
    expect(await cast.namesOfPaged((await cast.openGroup('warning')).id)).toEqual(['Ana']);
    expect(await ana.api.expectRefusal('EndAway', { personId, awayId: ends.awayId! })).toMatchObject({ code: 'person.away_not_found' });
    await ana.api.run('RemoveSchedule', { teamId: stage.setUpAnswer.teamId, scheduleId: ends.scheduleId! });
    await stage.settle();
  },
};
