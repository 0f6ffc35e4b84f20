import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import { ana, bo, cleo } from '../../configuration.fixture.js';
import { teamId } from '../teams/facts.fixture.js';
import { DutyWorld, start } from './duty-world.fixture.js';
import { anasSlot, bosSlot, scheduleId, scheduleRules, weekly } from './facts.fixture.js';
import { findNextOnCall, onCallNow } from './shared/on-call-now.js';

const hours = (length: { count: number }) => ({
  ...weekly,
  rotation: { ...weekly.rotation, length: { unit: 'hours' as const, ...length } },
});
const changeSchedule = (duty: DutyWorld, layers: readonly object[], more: object = {}) =>
  duty.does('ChangeSchedule', { scheduleId, version: duty.row.version, timeZone: 'Europe/Berlin', layers, ...more });

describe('a schedule', () => {
  it('begins where it was created: who is on call is recorded, and when somebody comes or goes next', () => {
    const duty = new DutyWorld();
    expect(duty.creates()).toBe('done');
    expect(duty.world.events.map(({ type }) => type).slice(-4)).toEqual([
      'ScheduleCreated',
      'ScheduleBegan',
      'OnCallChanged',
      'HandoffPlanned',
    ]);
    expect(duty.onCall).toMatchObject({ since: start, nextAt: '2026-11-23T08:00:00.000Z', next: [bo] });
    expect(duty.onCall.people).toEqual([
      {
        personId: ana,
        why: {
          kind: 'rotation',
          version: 1,
          layerId: weekly.layerId,
          slotId: anasSlot,
          from: '2026-11-16T08:00:00.000Z',
          to: '2026-11-23T08:00:00.000Z',
          turn: 0,
        },
      },
    ]);
    expect(duty.again()).toEqual([]);
  });

  it('that counts covered time since decades is edited like any other, and keeps who is on call', () => {
    const counted = { ...weekly.rotation, anchor: '1996-01-01T08:00:00.000Z', countsCoveredTimeOnly: true };
    const layer = { ...weekly, rotation: counted, restrictions: [{ weekdays: [1, 2, 3, 4, 5, 6, 7] }] };
    const duty = new DutyWorld();
    expect(duty.creates({ layers: [layer] })).toBe('done');
    const before = duty.onCall.people.map(({ personId }) => personId);
    expect(changeSchedule(duty, [{ ...layer, rotation: { ...counted, slots: counted.slots.toReversed() } }])).toBe('done');
    expect(duty.onCall.people.map(({ personId }) => personId)).toEqual(before);
    expect(duty.onCall.nextAt).toBe('2026-11-23T08:00:00.000Z');
  });

  it('records each handoff at its moment, and nothing where nobody comes or goes', () => {
    const duty = new DutyWorld();
    duty.creates();
    duty.world.advanceTo('2026-12-08T00:00:00.000Z');
    expect(duty.recorded()).toEqual(['2026-11-18T10:00 00a1', '2026-11-23T08:00 00b0', '2026-11-30T08:00 00a1', '2026-12-07T08:00 00b0']);
    const otherDuty = new DutyWorld();
    otherDuty.creates({ layers: [{ ...weekly, rotation: { ...weekly.rotation, slots: weekly.rotation.slots.slice(0, 1) } }] });
    otherDuty.world.advanceTo('2027-06-01T00:00:00.000Z');
    expect(otherDuty.recorded()).toEqual(['2026-11-18T10:00 00a1']);
    expect(otherDuty.all('HandoffPlanned').length).toBe(4);
    expect([...duty.again(), ...otherDuty.again()]).toEqual([]);
  });

  it('records after a time away what was missed, in order, with what was late; so many in each append', () => {
    const duty = new DutyWorld();
    duty.creates({ layers: [hours({ count: 1 })] });
    const before = duty.world.events.length;
    duty.world.awayUntil('2026-12-01T10:30:00.000Z');
    duty.world.advance(1);
    const missedChanges = duty.world.events.slice(before).filter(({ type }) => type === 'OnCallChanged');
    expect(missedChanges.length).toBe(13 * 24);
    const appends = new Map(
      missedChanges.map(({ meta }) => [meta.commandId, missedChanges.filter((one) => one.meta.commandId === meta.commandId).length]),
    );
    expect([...appends.values()]).toEqual([scheduleLimits.handoffsTogether, 13 * 24 - scheduleLimits.handoffsTogether]);
    const changeTimes = duty.all('OnCallChanged').map(({ effectiveAt }) => effectiveAt);
    expect(changeTimes).toEqual(changeTimes.toSorted());
    expect(duty.all('OnCallChanged').at(1)).toMatchObject({
      effectiveAt: '2026-11-18T11:00:00.000Z',
      late: 1_121_400_000,
    });
    expect(duty.again()).toEqual([]);
  });

  it('takes no edit while more was missed than one append records: it is to be sent again', () => {
    const duty = new DutyWorld();
    duty.creates({ layers: [hours({ count: 1 })] });
    duty.world.awayUntil('2026-12-01T10:30:00.000Z');
    expect(changeSchedule(duty, [weekly])).toBe('conflict.busy');
    duty.world.advance(1);
    expect(changeSchedule(duty, [weekly])).toBe('done');
    expect(duty.again()).toEqual([]);
  });

  it('keeps who is on call until the next handoff when its order is edited, and never touches what was', () => {
    const duty = new DutyWorld();
    duty.creates();
    duty.world.advanceTo('2026-11-25T12:00:00.000Z');
    const slots = [{ slotId: weekly.layerId, people: [cleo] }, ...weekly.rotation.slots];
    expect(changeSchedule(duty, [{ ...weekly, rotation: { ...weekly.rotation, slots } }])).toBe('done');
    duty.world.advanceTo('2026-12-15T00:00:00.000Z');
    expect(duty.recorded()).toEqual([
      '2026-11-18T10:00 00a1',
      '2026-11-23T08:00 00b0',
      '2026-11-30T08:00 c1e0',
      '2026-12-07T08:00 00a1',
      '2026-12-14T08:00 00b0',
    ]);
    expect(duty.row.versions).toMatchObject([{ version: 2, rotations: [{ shift: 1, kept: { people: [bo] } }] }]);
    expect(duty.again()).toEqual([]);
  });

  it('takes a planned change at its moment, and says how its rotations go on', () => {
    const duty = new DutyWorld();
    duty.creates();
    const from = '2026-11-26T12:00:00.000Z';
    const swappedLayers = [{ ...weekly, rotation: { ...weekly.rotation, slots: [{ slotId: bosSlot, people: [cleo] }] } }];
    expect(changeSchedule(duty, swappedLayers, { effectiveFrom: from })).toBe('done');
    expect(changeSchedule(duty, swappedLayers, { effectiveFrom: from })).toBe('nothing');
    expect(duty.all('ScheduleVersionTookEffect')).toEqual([]);
    expect(onCallNow(duty.row, '2026-11-27T00:00:00.000Z').map(({ personId }) => personId)).toEqual([cleo]);
    duty.world.advanceTo('2026-11-27T00:00:00.000Z');
    expect(duty.all('ScheduleVersionTookEffect')).toMatchObject([{ version: 2, effectiveAt: from }]);
    expect(duty.recorded()).toEqual(['2026-11-18T10:00 00a1', '2026-11-23T08:00 00b0', '2026-11-26T12:00 c1e0']);
    expect(duty.row.versions.map(({ version }) => version)).toEqual([2]);
    expect(duty.again()).toEqual([]);
  });

  it('lets a planned change be withdrawn, and no other', () => {
    const duty = new DutyWorld();
    duty.creates();
    changeSchedule(duty, [], { effectiveFrom: '2026-11-26T12:00:00.000Z' });
    expect(duty.does('WithdrawScheduleChange', { scheduleId, version: 1 })).toBe('schedule.version_not_planned');
    expect(duty.does('WithdrawScheduleChange', { scheduleId, version: 2 })).toBe('done');
    duty.world.advanceTo('2026-11-27T00:00:00.000Z');
    expect(duty.recorded()).toEqual(['2026-11-18T10:00 00a1', '2026-11-23T08:00 00b0']);
    expect(duty.row).toMatchObject({ version: 2, versions: [{ version: 1 }] });
    expect(duty.again()).toEqual([]);
  });

  it('goes on from an edit of the same moment', () => {
    const duty = new DutyWorld();
    duty.creates();
    duty.world.advanceTo('2026-11-25T12:00:00.000Z');
    const daily = { ...weekly, rotation: { ...weekly.rotation, length: { unit: 'days' as const, count: 1, time: '09:00' } } };
    changeSchedule(duty, [daily]);
    expect(changeSchedule(duty, [daily, { ...daily, layerId: bosSlot, priority: 1, from: '2030-01-01T00:00:00.000Z' }])).toBe('done');
    expect(duty.onCall.people.map(({ personId }) => personId)).toEqual([bo]);
    duty.world.advanceTo('2026-11-26T12:00:00.000Z');
    expect(duty.recorded().at(-1)).toBe('2026-11-26T08:00 00a1');
    expect(duty.again()).toEqual([]);
  });

  it('refuses an edit of a version that is not the newest', () => {
    const duty = new DutyWorld();
    duty.creates();
    const hour = [hours({ count: 1 })];
    expect(duty.does('ChangeSchedule', { scheduleId, version: 7, timeZone: 'UTC', layers: hour })).toBe('conflict.revision');
    expect(changeSchedule(duty, hour)).toBe('done');
    // saving the same again is nothing new
    expect(duty.does('ChangeSchedule', { scheduleId, version: 1, timeZone: 'Europe/Berlin', layers: hour })).toBe('nothing');
  });

  it('is looked at no more once it was removed', () => {
    const duty = new DutyWorld();
    duty.creates();
    duty.does('RemoveSchedule', { teamId, scheduleId });
    duty.world.advanceTo('2026-12-15T00:00:00.000Z');
    expect(duty.recorded()).toEqual(['2026-11-18T10:00 00a1']);
    expect(duty.onCall).toMatchObject({ removed: true, people: [], nextAt: null });
    expect([onCallNow(duty.row, start), findNextOnCall(duty.row, start)]).toEqual([[], null]);
    expect(changeSchedule(duty, scheduleRules.layers)).toBe('schedule.not_found');
  });
});
