import { addMillis } from '@tocsin/kernel/time.js';
import { ana, bo, byBo, cleo } from '../../configuration.fixture.js';
import { DutyWorld, start } from './duty-world.fixture.js';
import { scheduleId, weekly } from './facts.fixture.js';

const hour = 3_600_000;
const at = (hours: number): string => addMillis(start, hours * hour);
const shift = (uid: string, personId: string, from: number, to: number) => ({ uid, personId, from: at(from), to: at(to) });

/** On Wednesday of Ana’s week. */
const createDuty = (): DutyWorld => {
  const duty = new DutyWorld();
  duty.creates({ layers: [weekly] });
  return duty;
};
const importCalendar = (duty: DutyWorld, shifts: readonly object[], more: object = {}) =>
  duty.does('ImportOverrides', { scheduleId, calendar: 'Rota', how: 'add', shifts, ...more });
const overrides = (duty: DutyWorld) =>
  duty.row.overrides.map(({ kind, personId, from, to, imported }) => `${kind} ${personId?.slice(-4)} ${from} ${to} ${imported?.uid}`);
const peopleAfter = (duty: DutyWorld, hours: number): readonly string[] => {
  duty.world.advanceTo(at(hours));
  expect(duty.again()).toEqual([]);
  return duty.recorded().slice(1);
};

describe('a calendar that is imported', () => {
  it('puts on call whom it names, beside the others', () => {
    const duty = createDuty();
    expect(importCalendar(duty, [shift('one', bo, 24, 25)])).toBe('done');
    expect(peopleAfter(duty, 26)).toEqual(['2026-11-19T10:00 00a1+00b0', '2026-11-19T11:00 00a1']);
  });

  it('or in the place of everybody, two at once as well', () => {
    const duty = createDuty();
    expect(importCalendar(duty, [shift('one', bo, 24, 25), shift('two', cleo, 24, 26)], { how: 'replace' })).toBe('done');
    expect(peopleAfter(duty, 27)).toEqual(['2026-11-19T10:00 00b0+c1e0', '2026-11-19T11:00 c1e0', '2026-11-19T12:00 00a1']);
  });

  it('imported again doubles nothing: what moved has moved, and what is gone is gone', () => {
    const duty = createDuty();
    importCalendar(duty, [shift('one', bo, 24, 25), shift('two', bo, 30, 31)]);
    expect(importCalendar(duty, [shift('one', bo, 24, 25), shift('two', bo, 30, 31)])).toBe('nothing');
    const [one] = duty.row.overrides;
    expect(importCalendar(duty, [shift('one', bo, 28, 29), shift('three', cleo, 24, 25)])).toBe('done');
    expect(overrides(duty)).toEqual([`add 00b0 ${at(28)} ${at(29)} one`, `add c1e0 ${at(24)} ${at(25)} three`]);
    expect(duty.row.overrides[0]!.overrideId).toBe(one!.overrideId);
    expect(duty.again()).toEqual([]);
  });

  it('takes back nothing that has begun, and leaves out what is over', () => {
    const duty = createDuty();
    importCalendar(duty, [shift('one', bo, 1, 10), shift('two', bo, 24, 25)]);
    duty.world.advanceTo(at(5));
    expect(importCalendar(duty, [shift('old', bo, 1, 2)])).toBe('done');
    expect(overrides(duty)).toEqual([`add 00b0 ${at(1)} ${at(10)} one`]);
  });

  it('goes on as it is where its event began before it is imported again', () => {
    const duty = createDuty();
    importCalendar(duty, [shift('one', bo, -5, 10)]);
    duty.world.advanceTo(at(5));
    expect(importCalendar(duty, [shift('one', bo, -5, 10)])).toBe('nothing');
  });

  it('touches no override that somebody made, and none of another calendar', () => {
    const duty = createDuty();
    const manualOverride = { kind: 'replace', personId: bo, replacesId: ana, from: at(40), to: at(41), reason: '' };
    duty.does('AddOverrides', { scheduleId, overrides: [manualOverride] });
    importCalendar(duty, [shift('one', bo, 24, 25)], { calendar: 'Other' });
    importCalendar(duty, [shift('one', bo, 30, 31)]);
    expect(importCalendar(duty, [])).toBe('done');
    expect(duty.row.overrides.map(({ imported }) => imported?.calendar)).toEqual([undefined, 'Other']);
  });

  it('finds again what somebody changed by hand', () => {
    const duty = createDuty();
    importCalendar(duty, [shift('one', bo, 24, 25)]);
    const { overrideId } = duty.row.overrides[0]!;
    const movedOverride = { overrideId, kind: 'add', personId: bo, replacesId: null, from: at(26), to: at(27), reason: '' };
    expect(duty.does('ChangeOverride', { scheduleId, ...movedOverride })).toBe('done');
    importCalendar(duty, [shift('one', bo, 24, 25)]);
    expect(overrides(duty)).toEqual([`add 00b0 ${at(24)} ${at(25)} one`]);
  });

  it('is refused whole, at its field, where an event ends before it begins or is there twice, and to who manages no team', () => {
    const duty = createDuty();
    expect(importCalendar(duty, [shift('one', bo, 25, 24)])).toBe('schedule.override_ends_before');
    expect(importCalendar(duty, [shift('one', bo, 24, 25), shift('one', bo, 26, 27)])).toBe('schedule.listed_twice');
    const data = { scheduleId, calendar: 'Rota', how: 'add', shifts: [] };
    expect(duty.does('ImportOverrides', data, byBo)).toBe('permission.denied');
  });
});
