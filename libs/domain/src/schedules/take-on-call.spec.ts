import { ana, bo, byBo, byObserver, idOf } from '../configuration.fixture.js';
import { boManages, boResponds, teamId } from '../teams/facts.fixture.js';
import { DutyWorld } from './duty-world.fixture.js';
import { anasSlot, bosSlot, scheduleId, weekly } from './facts.fixture.js';

const now = '2026-11-18T10:00:00.000Z';
const slot = (slotId: string, people: readonly string[]) => ({ slotId, people: [...people] });
const layer = (slots: readonly object[], more: object = {}) => ({ ...weekly, ...more, rotation: { ...weekly.rotation, slots } });

/** On Wednesday of a week; Bo is a responder. */
function duty(layers: readonly object[] = [weekly], ...before: readonly (readonly [string, object])[]): DutyWorld {
  const made = new DutyWorld().has(`team-${teamId}`, boManages, boResponds);
  made.creates({ layers });
  for (const [type, data] of before) expect(made.does(type, { scheduleId, ...data })).toBe('done');
  return made;
}
const takes = (made: DutyWorld, more: object = {}) => made.does('TakeOnCall', { scheduleId, ...more }, byBo);
const recordedUntil = (made: DutyWorld, at: string): readonly string[] => {
  made.world.advanceTo(at);
  expect(made.again()).toEqual([]);
  // without the initial state, in which someone was on call
  return made.recorded().filter((one) => !one.endsWith('10:00 00a1') && !one.includes('+'));
};

describe('taking it', () => {
  it('replaces who is on call until the end of their own turn', () => {
    const made = duty();
    expect(takes(made)).toBe('done');
    expect(made.onCall.people.map(({ personId }) => personId)).toEqual([bo]);
    expect(made.row.overrides).toMatchObject([
      { kind: 'replace', personId: bo, replacesId: ana, from: now, to: '2026-11-23T08:00:00.000Z' },
    ]);
    expect(takes(made)).toBe('nothing');
    expect(recordedUntil(made, '2026-12-01T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-30T08:00 00a1']);
  });

  it('ends with the turn also where the same person has the next', () => {
    const made = duty([layer([slot(anasSlot, [ana]), slot(bosSlot, [ana])])]);
    takes(made);
    expect(recordedUntil(made, '2026-11-24T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-23T08:00 00a1']);
  });

  it('lasts until the time that the taker chose', () => {
    const made = duty();
    expect(takes(made, { until: now })).toBe('schedule.override_over');
    takes(made, { until: '2026-11-18T14:00:00.000Z' });
    expect(recordedUntil(made, '2026-11-19T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T14:00 00a1']);
  });

  it('replaces everybody else, each until their own end: a cover that is covered, and one of several in a slot', () => {
    const cleo = idOf('c1e0');
    const covered = {
      overrideId: idOf('0a'),
      kind: 'add',
      personId: cleo,
      replacesId: null,
      from: now,
      to: '2026-11-18T16:00:00.000Z',
      reason: '',
    };
    const made = duty([layer([slot(anasSlot, [ana, bo]), slot(bosSlot, [cleo])])], ['AddOverrides', { overrides: [covered] }]);
    takes(made);
    expect(made.onCall.people.map(({ personId }) => personId)).toEqual([bo]);
    expect(made.row.overrides.slice(1)).toMatchObject([
      { replacesId: ana, to: '2026-11-23T08:00:00.000Z' },
      { replacesId: cleo, to: '2026-11-18T16:00:00.000Z' },
    ]);
    expect(recordedUntil(made, '2026-11-24T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-23T08:00 c1e0']);
  });

  it('adds the taker in a gap, until somebody else comes on', () => {
    const nights = layer(weekly.rotation.slots, { restrictions: [{ weekdays: [], times: { from: '20:00', to: '08:00' } }] });
    const made = duty([nights]);
    takes(made);
    expect(recordedUntil(made, '2026-11-19T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T19:00 00a1']);
    const empty = duty([]);
    takes(empty, { until: '2026-11-18T12:00:00.000Z' });
    expect(recordedUntil(empty, '2026-11-19T00:00:00.000Z')).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T12:00 nobody']);
    const own = duty([layer([slot(bosSlot, [bo])], { restrictions: [{ weekdays: [], times: { from: '20:00', to: '08:00' } }] })]);
    takes(own);
    expect(own.row.overrides[0]!.to > '2027-01-01').toBe(true);
  });

  describe('inside a temporary schedule', () => {
    const [from, to] = ['2026-11-18T08:00:00.000Z', '2026-11-18T18:00:00.000Z'];
    const temporary = { temporaryId: idOf('7e'), from, to, fallback: [], reason: '' };
    const within = (more: object) => duty([weekly], ['AddTemporarySchedule', { ...temporary, shifts: [], ...more }]);

    it('takes the shift that is under way', () => {
      const shifts = [
        { personId: ana, from: now, to: '2026-11-18T14:00:00.000Z' },
        { personId: ana, from: '2026-11-18T14:00:00.000Z', to },
      ];
      const made = within({ shifts });
      expect(takes(made)).toBe('done');
      expect(made.row.overrides).toEqual([]);
      expect(recordedUntil(made, to)).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T14:00 00a1']);
    });

    it('gives the rest of a shift back after the time that the taker chose', () => {
      const made = within({ shifts: [{ personId: ana, from: now, to }] });
      takes(made, { until: '2026-11-18T12:00:00.000Z' });
      expect(recordedUntil(made, to)).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T12:00 00a1']);
    });

    it('takes the place of its fallback until the next shift, and a gap until its end', () => {
      const made = within({
        fallback: [ana],
        shifts: [{ personId: ana, from: '2026-11-18T12:00:00.000Z', to: '2026-11-18T13:00:00.000Z' }],
      });
      takes(made);
      expect(recordedUntil(made, to)).toEqual(['2026-11-18T10:00 00b0', '2026-11-18T12:00 00a1']);
      const gap = within({});
      takes(gap);
      expect(recordedUntil(gap, '2026-11-18T19:00:00.000Z')).toEqual([
        '2026-11-18T10:00 nobody',
        '2026-11-18T10:00 00b0',
        '2026-11-18T18:00 00a1',
      ]);
    });
  });

  it('is for responders of the team and for nobody who observes', () => {
    const made = duty();
    expect(made.does('TakeOnCall', { scheduleId }, byObserver)).toBe('permission.denied');
    expect(made.does('TakeOnCall', { scheduleId }, { kind: 'person', id: idOf('77'), roles: ['member'] })).toBe('permission.denied');
  });
});
