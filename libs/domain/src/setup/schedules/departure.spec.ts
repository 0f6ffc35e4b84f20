import { ana, bo, cleo, idOf } from '../../configuration.fixture.js';
import { teamId } from '../teams/facts.fixture.js';
import { DutyWorld } from './duty-world.fixture.js';
import { anasSlot, bosSlot, scheduleId, weekly } from './facts.fixture.js';

const cleosSlot = idOf('53');
const slot = (slotId: string, people: readonly string[]) => ({ slotId, people: [...people] });
const rotatingLayer = (slots: readonly object[], more: object = {}) => ({ ...weekly, ...more, rotation: { ...weekly.rotation, slots } });
const three = rotatingLayer([slot(anasSlot, [ana]), slot(bosSlot, [bo]), slot(cleosSlot, [cleo])]);
const disablePerson = (duty: DutyWorld, more: object = {}) => duty.does('DisablePerson', { personId: bo, leaveGaps: false, ...more });

/** In Bo’s week. */
function inBosWeek(...layers: readonly object[]): DutyWorld {
  const duty = new DutyWorld();
  expect(duty.creates({ layers })).toBe('done');
  duty.world.advanceTo('2026-11-25T12:00:00.000Z');
  return duty;
}
const [from, to] = ['2026-11-26T08:00:00.000Z', '2026-11-27T08:00:00.000Z'];
const withOverrides = (duty: DutyWorld, overrides: readonly object[]) =>
  duty.does('AddOverrides', {
    scheduleId,
    overrides: overrides.map((one, n) => ({ overrideId: idOf(`0${n + 1}`), replacesId: null, from, to, reason: '', ...one })),
  });
const kindsOf = (duty: DutyWorld) => duty.row.overrides.map(({ kind, personId, replacesId }) => [kind, personId, replacesId]);

describe('somebody who leaves a schedule', () => {
  it('is kept while nobody says what becomes of it, and the refusal lists it', () => {
    const duty = inBosWeek(three);
    expect(disablePerson(duty)).toBe('person.stands');
    expect(duty.does('ChangePersonRole', { personId: bo, role: 'observer' })).toBe('person.stands');
    expect(duty.row.version).toBe(1);
  });

  it('is followed at once by the slot after theirs, for the rest of the turn, and the order goes on from there', () => {
    const duty = inBosWeek(three);
    expect(disablePerson(duty, { leaveGaps: true })).toBe('done');
    duty.world.advanceTo('2026-12-08T00:00:00.000Z');
    expect(duty.recorded().slice(1)).toEqual([
      '2026-11-23T08:00 00b0',
      '2026-11-25T12:00 c1e0',
      '2026-11-30T08:00 00a1',
      '2026-12-07T08:00 c1e0',
    ]);
    expect(duty.all('ScheduleChanged')).toMatchObject([{ left: { personId: bo, replacementId: null } }]);
    expect(duty.again()).toEqual([]);
  });

  it('hands their slots to whoever takes their place; a planned version changes with them', () => {
    const duty = inBosWeek(three);
    const plannedFrom = '2026-12-01T00:00:00.000Z';
    duty.does('ChangeSchedule', { scheduleId, version: 1, timeZone: 'Europe/Berlin', layers: [three], effectiveFrom: plannedFrom });
    expect(disablePerson(duty, { replacementId: cleo })).toBe('done');
    expect(duty.onCall.people.map(({ personId }) => personId)).toEqual([cleo]);
    expect(
      duty.row.versions.map(({ effectiveFrom, layers }) => [effectiveFrom, layers[0]!.rotation.slots.map(({ people }) => people)]),
    ).toEqual([
      ['2026-11-25T12:00:00.000Z', [[ana], [cleo], [cleo]]],
      [plannedFrom, [[ana], [cleo], [cleo]]],
    ]);
    expect(duty.again()).toEqual([]);
  });

  it('leaves a gap where the rotation was theirs alone, and the others of a slot of several', () => {
    const duty = inBosWeek(rotatingLayer([slot(bosSlot, [bo])]), rotatingLayer([slot(anasSlot, [bo, cleo])], { layerId: idOf('1b') }));
    disablePerson(duty, { leaveGaps: true });
    expect(duty.onCall.people.map(({ personId }) => personId)).toEqual([cleo]);
    expect(duty.row.versions[0]!.layers.map(({ rotation }) => rotation.slots.map(({ people }) => people))).toEqual([[[]], [[cleo]]]);
    expect(duty.again()).toEqual([]);
  });

  it.each([
    ['gaps', null, [['remove', ana, null]]],
    [
      'a replacement',
      cleo,
      [
        ['replace', cleo, ana],
        ['add', cleo, null],
        ['remove', cleo, null],
      ],
    ],
  ])('leaves %s where overrides put them on call or took them off', (_what, replacementId, left) => {
    const duty = inBosWeek(three);
    const overriddenDuty = withOverrides(duty, [
      { kind: 'replace', personId: bo, replacesId: ana },
      { kind: 'add', personId: bo },
      { kind: 'remove', personId: bo, from: to, to: '2026-11-28T08:00:00.000Z' },
      { kind: 'replace', personId: cleo, replacesId: bo, from: '2026-11-28T08:00:00.000Z', to: '2026-11-29T08:00:00.000Z' },
    ]);
    expect(overriddenDuty).toBe('done');
    disablePerson(duty, replacementId === null ? { leaveGaps: true } : { replacementId });
    expect(kindsOf(duty)).toEqual(left);
    expect(duty.again()).toEqual([]);
  });

  it('leaves gaps, or a replacement, in temporary schedules', () => {
    const temporary = { temporaryId: idOf('7e'), from: '2026-11-25T12:00:00.000Z', to, fallback: [bo], reason: '' };
    const shifts = [
      { personId: bo, from: temporary.from, to: from },
      { personId: ana, from, to },
    ];
    const peopleAfter = (more: object) => {
      const duty = inBosWeek(rotatingLayer([slot(anasSlot, [ana])]));
      duty.does('AddTemporarySchedule', { scheduleId, ...temporary, shifts });
      duty.world.advanceTo('2026-11-25T18:00:00.000Z');
      disablePerson(duty, more);
      expect(duty.again()).toEqual([]);
      return { people: duty.onCall.people.map(({ personId }) => personId), fallback: duty.row.temporary[0]!.fallback };
    };
    expect(peopleAfter({ leaveGaps: true })).toEqual({ people: [], fallback: [] });
    expect(peopleAfter({ replacementId: cleo })).toEqual({ people: [cleo], fallback: [cleo] });
  });

  it('stands in nothing afterwards, and may leave again', () => {
    const duty = inBosWeek(three);
    disablePerson(duty, { leaveGaps: true });
    duty.does('EnablePerson', { personId: bo });
    expect(disablePerson(duty)).toBe('done');
  });
});

describe('moving all of a team', () => {
  const other = idOf('7eb');

  it('moves its schedules, which go on as they are, under a name that is free there', () => {
    const duty = inBosWeek(three);
    duty.has(`team-${other}`, { type: 'TeamCreated', data: { teamId: other, name: 'Search', description: '' } });
    duty.does('CreateSchedule', {
      teamId: other,
      scheduleId: idOf('5d'),
      name: 'Payments primary',
      timeZone: 'UTC',
      layers: [],
      externalKey: null,
    });
    expect(duty.does('MoveAllToTeam', { teamId, toTeamId: other })).toBe('done');
    const movedSchedule = { teamId: other, name: 'Payments primary (Payments)' };
    expect([duty.row, duty.onCall]).toMatchObject([movedSchedule, movedSchedule]);
    expect(duty.does('RemoveTeam', { teamId })).toBe('done');
    expect(duty.does('RenameSchedule', { teamId: other, scheduleId, name: 'Primary' })).toBe('done');
    duty.world.advanceTo('2026-12-01T00:00:00.000Z');
    expect(duty.recorded().at(-1)).toBe('2026-11-30T08:00 c1e0');
    expect(duty.again()).toEqual([]);
  });
});
