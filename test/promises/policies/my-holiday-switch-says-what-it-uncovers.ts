import type { UncoveredAnswer } from '@tocsin/contracts/away.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Cast, Promises } from './keep.js';

const hour = 3_600_000;
const uncovered = async ({ ana }: Cast, from: string, to: string): Promise<UncoveredAnswer> => {
  const query = new URLSearchParams({ person: ana.personId, from, to }).toString();
  return (await ana.api.request<UncoveredAnswer>('GET', `/api/on-call/uncovered?${query}`)).body;
};
const ends: { awayId?: string; scheduleId?: string } = {};

export const myHolidaySwitchSaysWhatItUncovers: Promises = {
  'before it is pressed: shifts, policies that name me, and what I have in hand': async (cast) => {
    const { stage, ana, bo } = cast;
    await stage.policy([{ page: [ana] }, { page: [bo, ana] }]);
    const { says } = await ana.api.run('CreateSchedule', { teamId: stage.made.teamId, name: 'Payments', timeZone: 'UTC', layers: [] });
    const scheduleId = String(says['scheduleId']);
    ends.scheduleId = scheduleId;
    await stage.settle();
    const now = await stage.settle();
    const shift = { from: addMillis(now, 24 * hour), to: addMillis(now, 32 * hour) };
    await ana.api.run('AddOverrides', { scheduleId, overrides: [{ kind: 'add', personId: ana.personId, ...shift, reason: '' }] });
    const mine = await cast.opens('warning');
    await ana.api.run('AcknowledgeAlertGroup', { groupId: mine.id });
    await stage.settle();
    const found = await uncovered(cast, now, addMillis(now, 30 * hour));
    expect(found.shifts).toEqual([{ scheduleId, from: shift.from, to: addMillis(now, 30 * hour) }]);
    expect(found.policies).toEqual([{ policyId: stage.made.policyId, steps: [1, 2], alone: [1] }]);
    expect(found.groups).toMatchObject([{ groupId: mine.id, number: mine.number, isAssigned: true }]);
    expect((await uncovered(cast, now, addMillis(now, hour))).shifts).toEqual([]);
  },

  'then low urgency goes to the next at once, and says why it passed me over': async (cast) => {
    const { stage, ana } = cast;
    const { says } = await ana.api.run('PlanAway', { personId: ana.personId, to: addMillis(await stage.settle(), 12 * hour) });
    ends.awayId = String(says['awayId']);
    await stage.settle();
    const { id } = await cast.opens('warning');
    expect(await cast.called(id)).toEqual(['Bo']);
    const taken = (await stage.timeline(id)).find(({ type }) => type === 'EscalationStepTaken')!;
    expect(taken.data).toMatchObject({ targets: [{ persons: [{ personId: ana.personId, reason: 'delivery.person_away' }] }] });
    expect((await ana.api.row('people', ana.personId)).away).toMatchObject([{ awayId: ends.awayId }]);
  },

  'and high urgency pages me all the same': async (cast) => {
    const { id } = await cast.opens('critical');
    expect(await cast.called(id)).toEqual(['Ana']);
  },

  'until I am back, or say so': async (cast) => {
    const { stage, ana } = cast;
    const { personId } = ana;
    await ana.api.run('EndAway', { personId, awayId: ends.awayId! });
    await stage.settle();
    expect(await cast.called((await cast.opens('warning')).id)).toEqual(['Ana']);
    expect(await ana.api.expectRefusal('EndAway', { personId, awayId: ends.awayId! })).toMatchObject({ code: 'person.away_not_found' });
    await ana.api.run('RemoveSchedule', { teamId: stage.made.teamId, scheduleId: ends.scheduleId! });
    await stage.settle();
  },
};
