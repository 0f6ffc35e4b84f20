import type { Actor } from '@tocsin/contracts/envelope.js';
import { ana, bo, byBo, byOwner, cleo, idOf } from '../../configuration.fixture.js';
import { boManages, boResponds, teamId } from '../teams/facts.fixture.js';
import { DutyWorld } from './duty-world.fixture.js';
import { scheduleId, weekly } from './facts.fixture.js';

const byCleo: Actor = { kind: 'person', id: cleo, roles: ['member'] };
const [from, to] = ['2026-11-19T08:00:00.000Z', '2026-11-20T08:00:00.000Z'];
const cover = { overrideId: idOf('0a'), kind: 'replace', personId: bo, replacesId: ana, from, to };

/** On Wednesday of Ana’s week; Bo and Cleo are responders. */
function duty(layers: readonly object[] = [weekly]): DutyWorld {
  const dutyWorld = new DutyWorld().has(`team-${teamId}`, boManages, boResponds, {
    type: 'TeamMemberAdded',
    data: { teamId, personId: cleo, role: 'responder' },
  });
  dutyWorld.creates({ layers });
  return dutyWorld;
}
const addOverrides = (dutyWorld: DutyWorld, overrides: readonly object[], actor: Actor = byOwner) =>
  dutyWorld.does('AddOverrides', { scheduleId, overrides: overrides.map((one) => ({ replacesId: null, reason: '', ...one })) }, actor);
const peopleAfter = (dutyWorld: DutyWorld, at: string): readonly string[] => {
  dutyWorld.world.advanceTo(at);
  return dutyWorld.recorded();
};

describe('an override', () => {
  it('puts one person in the place of another, while it lasts', () => {
    const dutyWorld = duty();
    expect(addOverrides(dutyWorld, [cover])).toBe('done');
    expect(addOverrides(dutyWorld, [cover])).toBe('nothing');
    expect(addOverrides(dutyWorld, [{ ...cover, personId: cleo }])).toBe('conflict.revision');
    expect(peopleAfter(dutyWorld, '2026-11-21T00:00:00.000Z')).toEqual([
      '2026-11-18T10:00 00a1',
      '2026-11-19T08:00 00b0',
      '2026-11-20T08:00 00a1',
    ]);
    expect(dutyWorld.all('OnCallChanged')[1]!.after).toEqual([
      { personId: bo, why: { kind: 'override', overrideId: cover.overrideId, replacesId: ana, from: cover.from } },
    ]);
    // past overrides have no further effect
    expect(dutyWorld.row.overrides).toEqual([]);
    expect(dutyWorld.again()).toEqual([]);
  });

  it('counts from now where it was to begin earlier, and what was stands', () => {
    const dutyWorld = duty();
    addOverrides(dutyWorld, [{ ...cover, from: '2026-11-17T00:00:00.000Z' }]);
    expect(dutyWorld.row.overrides[0]!.from).toBe('2026-11-18T10:00:00.000Z');
    expect(dutyWorld.recorded()).toEqual(['2026-11-18T10:00 00a1', '2026-11-18T10:00 00b0']);
    expect(dutyWorld.again()).toEqual([]);
  });

  it('is changed and removed, and keeps its place in the order', () => {
    const dutyWorld = duty();
    addOverrides(dutyWorld, [cover]);
    addOverrides(dutyWorld, [{ ...cover, overrideId: idOf('0b'), replacesId: bo, personId: cleo }]);
    const laterCover = { ...cover, to: '2026-11-20T12:00:00.000Z', reason: 'dentist' };
    expect(dutyWorld.does('ChangeOverride', { scheduleId, ...laterCover })).toBe('done');
    expect(dutyWorld.does('ChangeOverride', { scheduleId, ...laterCover })).toBe('nothing');
    expect(dutyWorld.row.overrides.map(({ overrideId }) => overrideId)).toEqual([idOf('0a'), idOf('0b')]);
    dutyWorld.world.advanceTo('2026-11-19T10:00:00.000Z');
    // for a running one the beginning can’t be changed
    dutyWorld.does('ChangeOverride', { scheduleId, ...laterCover, to: '2026-11-19T20:00:00.000Z' });
    expect(dutyWorld.row.overrides[0]).toMatchObject({ from, to: '2026-11-19T20:00:00.000Z' });
    expect(dutyWorld.does('RemoveOverride', { scheduleId, overrideId: idOf('0b') })).toBe('done');
    expect(dutyWorld.does('RemoveOverride', { scheduleId, overrideId: idOf('0b') })).toBe('schedule.override_not_found');
    expect(peopleAfter(dutyWorld, to)).toEqual([
      '2026-11-18T10:00 00a1',
      '2026-11-19T08:00 c1e0',
      '2026-11-19T10:00 00b0',
      '2026-11-19T20:00 00a1',
    ]);
    expect(dutyWorld.again()).toEqual([]);
  });

  it.each([
    ['an end before its start', { to: '2026-11-18T12:00:00.000Z' }, 'schedule.override_ends_before'],
    ['an end in the past', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }, 'schedule.override_over'],
    ['nobody', { personId: null }, 'schedule.override_of_nobody'],
    ['nobody who is replaced', { replacesId: null }, 'schedule.override_of_nobody'],
    ['the same person', { personId: ana }, 'schedule.override_of_oneself'],
    ['somebody who is not here', { personId: idOf('99') }, 'person.not_active'],
  ])('with %s is refused', (_what, more, code) => expect(addOverrides(duty(), [{ ...cover, ...more }])).toBe(code));

  it('of the same person as another of the same command, at one time, is refused', () => {
    const other = { ...cover, overrideId: idOf('0b'), personId: cleo };
    expect(addOverrides(duty(), [cover, other])).toBe('schedule.override_overlaps');
    expect(addOverrides(duty(), [cover, { ...other, from: to, to: '2026-11-21T00:00:00.000Z' }])).toBe('done');
    // covering two people at once is allowed
    expect(addOverrides(duty(), [cover, { ...other, replacesId: bo }])).toBe('done');
  });

  it('puts nobody but oneself on call, unless a manager makes it', () => {
    const ownCover = { ...cover, personId: cleo };
    expect(addOverrides(duty(), [cover], byCleo)).toBe('permission.denied');
    expect(addOverrides(duty(), [ownCover], byCleo)).toBe('done');
    expect(addOverrides(duty(), [{ ...ownCover, kind: 'remove' }], byCleo)).toBe('done');
    expect(addOverrides(duty(), [{ ...ownCover, kind: 'remove_everybody' }], byCleo)).toBe('permission.denied');
    const dutyWorld = duty();
    addOverrides(dutyWorld, [cover]);
    expect(dutyWorld.does('RemoveOverride', { scheduleId, overrideId: cover.overrideId }, byCleo)).toBe('permission.denied');
    expect(dutyWorld.does('ChangeOverride', { scheduleId, ...cover, personId: cleo, reason: '' }, byCleo)).toBe('permission.denied');
    expect(dutyWorld.does('RemoveOverride', { scheduleId, overrideId: cover.overrideId }, byBo)).toBe('done');
    expect(addOverrides(dutyWorld, [cover], { kind: 'person', id: idOf('77'), roles: ['member'] })).toBe('permission.denied');
  });
});

describe('a temporary schedule', () => {
  const temporary = {
    temporaryId: idOf('7e'),
    from,
    to,
    shifts: [{ personId: bo, from, to: '2026-11-19T20:00:00.000Z' }],
    fallback: [cleo],
    reason: '',
  };

  it('takes the place of all else; its fallback is on call in its gaps', () => {
    const dutyWorld = duty();
    addOverrides(dutyWorld, [{ ...cover, personId: cleo }]);
    expect(dutyWorld.does('AddTemporarySchedule', { scheduleId, ...temporary })).toBe('done');
    expect(dutyWorld.does('AddTemporarySchedule', { scheduleId, ...temporary })).toBe('nothing');
    dutyWorld.world.advanceTo('2026-11-19T12:00:00.000Z');
    const shorter = [{ ...temporary.shifts[0]!, to: '2026-11-19T16:00:00.000Z' }];
    expect(dutyWorld.does('ChangeTemporarySchedule', { scheduleId, ...temporary, shifts: shorter })).toBe('done');
    expect(peopleAfter(dutyWorld, '2026-11-20T09:00:00.000Z')).toEqual([
      '2026-11-18T10:00 00a1',
      '2026-11-19T08:00 00b0',
      '2026-11-19T16:00 c1e0',
      '2026-11-20T08:00 00a1',
    ]);
    expect(dutyWorld.row.temporary).toEqual([]);
    expect(dutyWorld.again()).toEqual([]);
  });

  it('counts from now where it was to begin earlier', () => {
    const dutyWorld = duty();
    const early = '2026-11-18T06:00:00.000Z';
    const shifts = [
      { personId: bo, from: early, to: '2026-11-18T09:00:00.000Z' },
      { personId: cleo, from: early, to },
    ];
    dutyWorld.does('AddTemporarySchedule', { scheduleId, ...temporary, from: early, shifts });
    expect(dutyWorld.row.temporary[0]).toMatchObject({
      from: '2026-11-18T10:00:00.000Z',
      shifts: [{ personId: cleo, from: '2026-11-18T10:00:00.000Z' }],
    });
    expect(dutyWorld.does('RemoveTemporarySchedule', { scheduleId, temporaryId: temporary.temporaryId })).toBe('done');
    expect(dutyWorld.does('RemoveTemporarySchedule', { scheduleId, temporaryId: temporary.temporaryId })).toBe(
      'schedule.temporary_not_found',
    );
    expect(dutyWorld.again()).toEqual([]);
  });

  it.each([
    ['an end before its start', { to: from }, 'schedule.temporary_ends_before'],
    ['an end in the past', { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z', shifts: [] }, 'schedule.temporary_over'],
    ['a shift outside it', { shifts: [{ personId: bo, from, to: '2026-11-21T00:00:00.000Z' }] }, 'schedule.temporary_shift_outside'],
    ['a shift without a length', { shifts: [{ personId: bo, from, to: from }] }, 'schedule.temporary_shift_outside'],
    ['a shift of somebody who is not here', { shifts: [{ personId: idOf('99'), from, to }] }, 'person.not_active'],
    ['a fallback listed twice', { fallback: [bo, bo] }, 'schedule.listed_twice'],
  ])('with %s is refused', (_what, more, code) =>
    expect(duty().does('AddTemporarySchedule', { scheduleId, ...temporary, ...more })).toBe(code),
  );

  it('takes a manager', () => expect(duty().does('AddTemporarySchedule', { scheduleId, ...temporary }, byCleo)).toBe('permission.denied'));
});
