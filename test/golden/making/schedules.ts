import type { CommandInput } from '@tocsin/contracts/catalogue.js';
import type { Target } from '@tocsin/contracts/policies/noun.js';
import { layerOf, createLayersOn, createScheduleOn } from '@tocsin/testing/schedules/stage-rotations.js';
import { newestGroup, type Cast } from './cast.js';
import { daysAfter } from './instants.js';

type Override = CommandInput<'AddOverrides'>['overrides'][number];

/**
 * A schedule is edited, overridden, taken and temporarily replaced; one change is withdrawn and another takes effect; a page goes
 * to it.
 */
export const addSchedules = async (cast: Cast): Promise<void> => {
  const { stage, bo, cleo } = cast;
  const { ana, setUpAnswer: made } = stage;
  const { teamId } = made;
  const anchor = await stage.settle();
  const scheduleId = await createScheduleOn(stage, 'Primary', { zone: 'Europe/Oslo', anchor, turns: [ana, bo] });
  await ana.api.run('RenameSchedule', { teamId, scheduleId, name: 'Payments primary' });
  const onDuty: Target = { kind: 'schedule', scheduleId };
  await stage.setPolicy([{ page: [onDuty] }, { page: [{ kind: 'next_on_call', scheduleId }] }, { page: [{ kind: 'team', teamId }] }]);
  await stage.generic({ summary: 'For whoever is on call', key: 'on-call' });
  await stage.advance('PT5M');
  await ana.api.run('ResolveAlertGroup', { groupId: (await newestGroup(cast)).id });

  await editSchedule(cast, scheduleId, anchor);
  await addOverrides(cast, scheduleId, await stage.settle());
  await stage.advance('P2D');
  const spare = await createLayersOn(stage, 'Spare', [layerOf({ anchor, turns: [cleo] })]);
  await ana.api.run('RemoveSchedule', { teamId, scheduleId: spare });
  await stage.settle();
};

/** A layer is added now; a second change is planned and withdrawn; a third takes effect tomorrow. */
const editSchedule = async ({ stage, bo, cleo }: Cast, scheduleId: string, anchor: string): Promise<void> => {
  const { api } = stage.ana;
  const { versions } = await api.row('schedules', scheduleId);
  const rules = { scheduleId, timeZone: 'Europe/Oslo' };
  const [first] = versions[0]!.layers;
  const night = layerOf({ anchor, turns: [cleo, null], priority: 1, restrictions: [{ weekdays: [6, 7] }] });
  await api.run('ChangeSchedule', { ...rules, version: 1, layers: [first!, night] });
  const effectiveFrom = daysAfter(anchor, 1);
  await api.run('ChangeSchedule', { ...rules, version: 2, layers: [layerOf({ anchor, turns: [bo] })], effectiveFrom });
  await api.run('WithdrawScheduleChange', { scheduleId, version: 3 });
  await api.run('ChangeSchedule', { ...rules, version: 3, layers: [first!], effectiveFrom });
};

const addOverrides = async ({ stage, bo, cleo }: Cast, scheduleId: string, now: string): Promise<void> => {
  const { api, personId } = stage.ana;
  const [overrideId, otherId, temporaryId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const times = { from: now, to: daysAfter(now, 1) };
  const toAddition = (override: Pick<Override, 'overrideId' | 'kind' | 'personId'>): Override => ({
    ...override,
    ...times,
    reason: 'A day off.',
  });
  await api.run('AddOverrides', { scheduleId, overrides: [toAddition({ overrideId, kind: 'add', personId: cleo.personId })] });
  const addedOverride = { kind: 'add' as const, personId: cleo.personId, from: times.from, to: daysAfter(now, 2), reason: 'Two days off.' };
  await api.run('ChangeOverride', { scheduleId, overrideId, ...addedOverride });
  await api.run('AddOverrides', { scheduleId, overrides: [toAddition({ overrideId: otherId, kind: 'remove', personId })] });
  await api.run('RemoveOverride', { scheduleId, overrideId: otherId });
  await bo.api.run('TakeOnCall', { scheduleId });
  const week = { from: daysAfter(now, 1), to: daysAfter(now, 8), fallback: [cleo.personId] };
  const shift = { personId: bo.personId, from: week.from, to: daysAfter(now, 2) };
  await api.run('AddTemporarySchedule', { scheduleId, temporaryId, ...week, shifts: [shift], reason: 'The fair.' });
  await api.run('ChangeTemporarySchedule', { scheduleId, temporaryId, ...week, shifts: [], reason: 'The fair, without Bo.' });
  await api.run('RemoveTemporarySchedule', { scheduleId, temporaryId });
  await api.run('AddTemporarySchedule', { scheduleId, ...week, shifts: [shift], reason: 'The fair after all.' });
};
