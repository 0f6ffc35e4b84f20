import { ana, bo, byBo, byObserver, idOf } from '../../configuration.fixture.js';
import { boManages, boResponds, teamId } from '../teams/facts.fixture.js';
import { DutyWorld } from './duty-world.fixture.js';
import { anasSlot, bosSlot, scheduleId, weekly } from './facts.fixture.js';

const now = '2026-11-18T10:00:00.000Z';
const slot = (slotId: string, people: readonly string[]) => ({ slotId, people: [...people] });
const layer = (slots: readonly object[], more: object = {}) => ({ ...weekly, ...more, rotation: { ...weekly.rotation, slots } });

/** On Wednesday of a week; Bo is a responder. */
function duty(layers: readonly object[] = [weekly], ...before: readonly (readonly [string, object])[]): DutyWorld {
  const dutyWorld = new DutyWorld().has(`team-${teamId}`, boManages, boResponds);
  dutyWorld.creates({ layers });
  for (const [type, data] of before) expect(dutyWorld.does(type, { scheduleId, ...data })).toBe('done');
  return dutyWorld;
}
const takeOnCall = (dutyWorld: DutyWorld, more: object = {}) => dutyWorld.does('TakeOnCall', { scheduleId, ...more }, byBo);
const recordedUntil = (dutyWorld: DutyWorld, at: string): readonly string[] => {
  dutyWorld.world.advanceTo(at);
  expect(dutyWorld.again()).toEqual([]);
  // without the initial state, in which someone was on call
  return dutyWorld.recorded().filter((one) => !one.endsWith('10:00 00a1') && !one.includes('+'));
};

describe('taking it', () => {
  it('replaces who is on call until the end of their own turn', () => {
    const dutyWorld = duty();
    expect(takeOnCall(dutyWorld)).toBe('done');
    expect(dutyWorld.onCall.people.map(({ personId }) => personId)).toEqual([bo]);
    expect(dutyWorld.row.overrides).toMatchObject([
      { kind: 'replace', personId: bo, replacesId: ana, from: now, to: '2026-11-23T08:00:00.000Z' },
    ]);
    expect(takeOnCall(dutyWorld)).toBe('nothing');
    expect(recordedUntil(dutyWorld, '2026-12-01T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-30T08:00 00a1']);
  });

  it('ends with the turn also where the same person has the next', () => {
    const dutyWorld = duty([layer([slot(anasSlot, [ana]), slot(bosSlot, [ana])])]);
    takeOnCall(dutyWorld);
    expect(recordedUntil(dutyWorld, '2026-11-24T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-23T08:00 00a1']);
  });

  it('lasts until the time that the taker chose', () => {
    const dutyWorld = duty();
    expect(takeOnCall(dutyWorld, { until: now })).toBe('schedule.override_over');
    takeOnCall(dutyWorld, { until: '2026-11-18T14:00:00.000Z' });
    expect(recordedUntil(dutyWorld, '2026-11-19T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T14:00 00a1']);
  });

  it('replaces everybody else, each until their own end: a cover that is covered, and one of several in a slot', () => {
    const cleo = idOf('c1e0');
    const coverOverride = {
      overrideId: idOf('0a'),
      kind: 'add',
      personId: cleo,
      replacesId: null,
      from: now,
      to: '2026-11-18T16:00:00.000Z',
      reason: '',
    };
    const dutyWorld = duty([layer([slot(anasSlot, [ana, bo]), slot(bosSlot, [cleo])])], ['AddOverrides', { overrides: [coverOverride] }]);
    takeOnCall(dutyWorld);
    expect(dutyWorld.onCall.people.map(({ personId }) => personId)).toEqual([bo]);
    expect(dutyWorld.row.overrides.slice(1)).toMatchObject([
      { replacesId: ana, to: '2026-11-23T08:00:00.000Z' },
      { replacesId: cleo, to: '2026-11-18T16:00:00.000Z' },
    ]);
    expect(recordedUntil(dutyWorld, '2026-11-24T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-23T08:00 c1e0']);
  });

  it('adds the taker in a gap, until somebody else comes on', () => {
    const nights = layer(weekly.rotation.slots, { restrictions: [{ weekdays: [], times: { from: '20:00', to: '08:00' } }] });
    const dutyWorld = duty([nights]);
    takeOnCall(dutyWorld);
    expect(recordedUntil(dutyWorld, '2026-11-19T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T19:00 00a1']);
    const empty = duty([]);
    takeOnCall(empty, { until: '2026-11-18T12:00:00.000Z' });
    expect(recordedUntil(empty, '2026-11-19T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T12:00 nobody']);
    const ownLayer = duty([layer([slot(bosSlot, [bo])], { restrictions: [{ weekdays: [], times: { from: '20:00', to: '08:00' } }] })]);
    takeOnCall(ownLayer);
    expect(ownLayer.row.overrides[0]!.to > '2027-01-01').toBe(true);
  });

  describe('inside a temporary schedule', () => {
    const [from, to] = ['2026-11-18T08:00:00.000Z', '2026-11-18T18:00:00.000Z'];
    const temporary = { temporaryId: idOf('7e'), from, to, fallback: [], reason: '' };
    const temporaryDuty = (more: object) => duty([weekly], ['AddTemporarySchedule', { ...temporary, shifts: [], ...more }]);

    it('takes the shift that is under way', () => {
      const shifts = [
        { personId: ana, from: now, to: '2026-11-18T14:00:00.000Z' },
        { personId: ana, from: '2026-11-18T14:00:00.000Z', to },
      ];
      const dutyWorld = temporaryDuty({ shifts });
      expect(takeOnCall(dutyWorld)).toBe('done');
      expect(dutyWorld.row.overrides).toEqual([]);
      expect(recordedUntil(dutyWorld, to)).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T14:00 00a1']);
    });

    it('gives the rest of a shift back after the time that the taker chose', () => {
      const dutyWorld = temporaryDuty({ shifts: [{ personId: ana, from: now, to }] });
      takeOnCall(dutyWorld, { until: '2026-11-18T12:00:00.000Z' });
      expect(recordedUntil(dutyWorld, to)).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T12:00 00a1']);
    });

    it('takes the place of its fallback until the next shift, and a gap until its end', () => {
      const dutyWorld = temporaryDuty({
        fallback: [ana],
        shifts: [{ personId: ana, from: '2026-11-18T12:00:00.000Z', to: '2026-11-18T13:00:00.000Z' }],
      });
      takeOnCall(dutyWorld);
      expect(recordedUntil(dutyWorld, to)).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T12:00 00a1']);
      const gap = temporaryDuty({});
      takeOnCall(gap);
      expect(recordedUntil(gap, '2026-11-18T19:00:00.000Z')).toEqual([
        '2026-11-18T10:00 nobody',
        '2026-11-18T10:00 00b0',
        '2026-11-18T18:00 00a1',
      ]);
    });
  });

  it('is for responders of the team and for nobody who observes', () => {
    const dutyWorld = duty();
    expect(dutyWorld.does('TakeOnCall', { scheduleId }, byObserver)).toBe('permission.denied');
    expect(dutyWorld.does('TakeOnCall', { scheduleId }, { kind: 'person', id: idOf('77'), roles: ['member'] })).toBe('permission.denied');
  });
});
