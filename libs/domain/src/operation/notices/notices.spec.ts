import { ana, bo, byAdmin, byBo, byOwner, cleo, idOf } from '../../configuration.fixture.js';
import { DutyWorld } from '../../setup/schedules/duty-world.fixture.js';
import { scheduleId, weekly } from '../../setup/schedules/facts.fixture.js';
import { newestZonesVersion } from '../../setup/schedules/shared/wall-clock.js';
import { boManages, teamId } from '../../setup/teams/facts.fixture.js';

const second = idOf('5d');
const choose = (personId: string, kind: string, more: object = {}) =>
  [`person-${personId}`, { type: 'NoticeChosen', data: { personId, kind, on: true, contactMethodId: null, ...more } }] as never as [
    string,
    never,
  ];

/** Since a Wednesday: Ana’s week ends on Monday, 23 November, at 08:00 UTC, then Bo’s begins. */
class Duty extends DutyWorld {
  at(instant: string): this {
    this.world.advanceTo(instant);
    return this;
  }
  wants(personId: string, kind: string, more: object = {}): this {
    return this.has(...choose(personId, kind, more));
  }
  /** `2026-11-22T08:00 going_on 00b0 1440` */
  get told(): readonly string[] {
    return this.world.events.flatMap((event) => {
      if (event.type !== 'NoticeGiven') return [];
      const { personId, about } = event.data as { personId: string; about: { kind: string; lead?: number } };
      return [[event.meta.at.slice(0, 16), about.kind, personId.slice(-4), about.lead ?? ''].join(' ').trim()];
    });
  }
  aboutOf(n: number): unknown {
    return (this.all('NoticeGiven')[n] as { about: unknown }).about;
  }
  /** Nothing was decided that is not decided again from the log. */
  expectSound(): void {
    expect(this.again()).toEqual([]);
  }
}

const settled = '2026-11-18T11:00:00.000Z';
const duty = (layers: readonly object[] = [weekly]): Duty => {
  const world = new Duty();
  world.creates({ layers });
  return world;
};

describe('going on call', () => {
  it('is told each of the chosen times before, once, also after a restart', () => {
    const world = duty()
      .wants(bo, 'going_on', { leads: [1_440, 60, 15] })
      .at('2026-11-22T09:00:00.000Z');
    world.world.awayUntil('2026-11-22T10:00:00.000Z');
    world.at('2026-11-24T00:00:00.000Z');
    expect(world.told).toEqual([
      '2026-11-22T08:00 going_on 00b0 1440',
      '2026-11-23T07:00 going_on 00b0 60',
      '2026-11-23T07:45 going_on 00b0 15',
    ]);
    world.expectSound();
  });

  it('is told to nobody who has not chosen it, is disabled, or whose shift has begun', () => {
    const world = duty().wants(bo, 'going_on', { leads: [15] });
    world.has('people-directory', { type: 'PersonDisabled', data: { personId: bo, standsIn: [], replacementId: null } });
    world.at('2026-11-23T07:00:00.000Z').wants(ana, 'going_on', { leads: [15] });
    world.world.awayUntil('2026-11-30T09:00:00.000Z');
    world.at('2026-12-01T00:00:00.000Z');
    expect(world.told.filter((one) => one.includes('going_on'))).toEqual([]);
  });

  it('is told again when the shift moved, at once if it is soon', () => {
    const world = duty()
      .wants(bo, 'going_on', { leads: [1_440, 60] })
      .at('2026-11-22T12:00:00.000Z');
    const added = { kind: 'add', personId: bo, from: '2026-11-22T14:00:00.000Z', to: '2026-11-23T08:00:00.000Z' };
    expect(world.does('AddOverrides', { scheduleId, overrides: [added] }, byBo)).not.toBe('nothing');
    world.does('AddOverrides', { scheduleId, overrides: [added] }, byOwner);
    world.at('2026-11-24T00:00:00.000Z');
    expect(world.told.filter((one) => one.includes('going_on'))).toEqual([
      '2026-11-22T08:00 going_on 00b0 1440',
      '2026-11-22T12:00 going_on 00b0 1440',
      '2026-11-22T13:00 going_on 00b0 60',
    ]);
  });

  it('is one message for several schedules at one moment', () => {
    const world = duty().wants(bo, 'going_on', { leads: [60] });
    world.does('CreateSchedule', {
      teamId,
      scheduleId: second,
      name: 'Second',
      externalKey: null,
      timeZone: 'Europe/Berlin',
      layers: [weekly],
    });
    world.at('2026-11-24T00:00:00.000Z');
    expect(world.told).toEqual(['2026-11-23T07:00 going_on 00b0 60']);
    expect(world.aboutOf(0)).toMatchObject({ scheduleIds: [scheduleId, second] });
  });

  it('is told of a schedule that somebody came to begin at a moment of which they were told by another', () => {
    const world = duty().wants(bo, 'going_on', { leads: [60] });
    world.at('2026-11-23T07:10:00.000Z');
    expect(world.told).toEqual(['2026-11-23T07:00 going_on 00b0 60']);
    const created = { teamId, scheduleId: second, name: 'Second', externalKey: null, timeZone: 'Europe/Berlin', layers: [weekly] };
    expect(world.does('CreateSchedule', created)).toBe('done');
    world.at('2026-11-24T00:00:00.000Z');
    expect(world.told).toEqual(['2026-11-23T07:00 going_on 00b0 60', '2026-11-23T07:10 going_on 00b0 60']);
    expect(world.aboutOf(1)).toMatchObject({ scheduleIds: [second] });
    world.expectSound();
  });

  it('is told for a handoff after the next one, too', () => {
    const daily = { ...weekly, rotation: { ...weekly.rotation, length: { unit: 'hours', count: 6 }, anchor: '2026-11-18T06:00:00.000Z' } };
    const world = duty([daily])
      .wants(bo, 'going_on', { leads: [720] })
      .at('2026-11-20T01:00:00.000Z');
    // Bo has every second turn of six hours
    expect(world.told.slice(-3)).toEqual([
      '2026-11-19T00:00 going_on 00b0 720',
      '2026-11-19T12:00 going_on 00b0 720',
      '2026-11-20T00:00 going_on 00b0 720',
    ]);
  });
});

describe('shifts that moved', () => {
  const override = (from: string, to: string, more: object = {}) => ({
    kind: 'replace',
    personId: cleo,
    replacesId: bo,
    from,
    to,
    ...more,
  });
  const [from, to] = ['2026-11-24T08:00:00.000Z', '2026-11-25T08:00:00.000Z'];

  it('are told to exactly those whom an edit concerns, once it has settled, with before and after', () => {
    const world = duty().at(settled);
    expect(world.does('AddOverrides', { scheduleId, overrides: [override(from, to)] })).toBe('done');
    world.at('2026-11-18T11:30:00.000Z');
    expect(world.told).toEqual(['2026-11-18T11:10 shifts_moved 00b0', '2026-11-18T11:10 shifts_moved c1e0']);
    expect(world.aboutOf(0)).toEqual({
      kind: 'shifts_moved',
      scheduleId,
      by: [ana],
      before: [{ from: '2026-11-23T08:00:00.000Z', to: '2026-11-30T08:00:00.000Z' }],
      after: [
        { from: '2026-11-23T08:00:00.000Z', to: from },
        { from: to, to: '2026-11-30T08:00:00.000Z' },
      ],
      more: 0,
    });
    world.expectSound();
  });

  it('are not told to the one who made the edit', () => {
    const world = duty().at(settled);
    world.does('AddOverrides', { scheduleId, overrides: [override(from, to)] }, byAdmin);
    world.at('2026-11-18T11:30:00.000Z');
    expect(world.told).toEqual(['2026-11-18T11:10 shifts_moved 00b0']);
  });

  it('are told at once when the change counts before it has settled', () => {
    const world = duty().at(settled);
    world.does('AddOverrides', { scheduleId, overrides: [override(settled, to, { replacesId: ana })] });
    world.at('2026-11-18T11:30:00.000Z');
    expect(world.told).toEqual(['2026-11-18T11:00 shifts_moved c1e0']);
  });

  it('are one message for several edits, and none when all is as it was', () => {
    const world = duty().at(settled);
    const [first, back] = [idOf('0e1'), idOf('0e2')];
    world.does('AddOverrides', { scheduleId, overrides: [{ overrideId: first, ...override(from, to) }] });
    world.at('2026-11-18T11:05:00.000Z');
    world.does('RemoveOverride', { scheduleId, overrideId: first });
    world.at('2026-11-18T11:30:00.000Z');
    expect([world.told, world.all('NoticePassedOver').length]).toEqual([[], 1]);
    world.does('AddOverrides', { scheduleId, overrides: [{ overrideId: first, ...override(from, to) }] });
    world.at('2026-11-18T11:35:00.000Z');
    world.does('AddOverrides', {
      scheduleId,
      overrides: [{ overrideId: back, ...override('2026-11-26T08:00:00.000Z', '2026-11-27T08:00:00.000Z') }],
    });
    world.at('2026-11-18T12:00:00.000Z');
    expect(world.told).toEqual(['2026-11-18T11:40 shifts_moved 00b0', '2026-11-18T11:40 shifts_moved c1e0']);
    world.expectSound();
  });

  it('are told of each edit that came after the one of which others were just told, and of its editors alone', () => {
    const world = duty().at(settled);
    const day = (n: number) => override(`2026-11-${n}T08:00:00.000Z`, `2026-11-${n + 1}T08:00:00.000Z`);
    for (const [n, actor] of [
      [24, byAdmin],
      [26, byOwner],
      [28, byOwner],
    ] as const)
      world.does('AddOverrides', { scheduleId, overrides: [day(n)] }, actor);
    // decided after the first edit, recorded after the third
    const first = world.world.events.find(({ type }) => type === 'OverridesAdded')!;
    const about = { kind: 'shifts_moved', scheduleId, by: [], before: [], after: [], more: 0 };
    const given = { ...first, type: 'NoticeGiven', data: { personId: bo, contactMethodId: null, about }, stream: `notices-${scheduleId}` };
    world.world.replay([{ ...given, id: idOf('0e9'), meta: { ...first.meta, causationId: first.id } }]);
    world.at('2026-11-18T11:30:00.000Z');
    expect(world.told.slice(1)).toEqual(['2026-11-18T11:10 shifts_moved 00b0', '2026-11-18T11:10 shifts_moved c1e0']);
    expect(world.aboutOf(1)).toMatchObject({
      by: [ana],
      before: [{ from: '2026-11-25T08:00:00.000Z', to: '2026-11-30T08:00:00.000Z' }],
      after: [{ to: '2026-11-26T08:00:00.000Z' }, { from: '2026-11-27T08:00:00.000Z' }, { from: '2026-11-29T08:00:00.000Z' }],
    });
  });

  it('are one message for many edits, each of them told', () => {
    const world = duty().at(settled);
    for (let hour = 0; hour < 30; hour += 1) {
      const at = Date.parse(from) + hour * 7_200_000;
      const [begins, ends] = [at, at + 3_600_000].map((one) => new Date(one).toISOString());
      expect(world.does('AddOverrides', { scheduleId, overrides: [override(begins!, ends!)] })).toBe('done');
    }
    world.at('2026-11-18T11:30:00.000Z');
    expect(world.aboutOf(1)).toMatchObject({ before: [], more: 25 });
    expect(world.told).toHaveLength(2);
  });

  it('are told when a schedule is removed, and not while it is set up', () => {
    const world = duty();
    world.does('AddOverrides', { scheduleId, overrides: [override(from, to)] });
    world.at(settled);
    expect(world.told).toEqual([]);
    world.does('RemoveSchedule', { teamId, scheduleId });
    world.at('2026-11-18T12:00:00.000Z');
    expect(world.told.map((one) => one.slice(-4)).toSorted()).toEqual(['00b0', 'c1e0']);
  });

  it('are not told on a first import unless it says so, and always on a later one', () => {
    const world = duty().at(settled);
    const shifts = (day: number) => [
      { uid: 'a', personId: cleo, from: `2026-11-2${day}T08:00:00.000Z`, to: `2026-11-2${day}T18:00:00.000Z` },
    ];
    const imports = (calendar: string, day: number, more: object = {}) =>
      expect(world.does('ImportOverrides', { scheduleId, calendar, how: 'add', shifts: shifts(day), ...more })).toBe('done');
    imports('Rota', 4);
    world.at('2026-11-18T12:00:00.000Z');
    expect(world.told).toEqual([]);
    imports('Rota', 5);
    world.at('2026-11-18T13:00:00.000Z');
    imports('Other', 6, { tells: true });
    world.at('2026-11-18T14:00:00.000Z');
    expect(world.told).toEqual(['2026-11-18T12:10 shifts_moved c1e0', '2026-11-18T13:10 shifts_moved c1e0']);
  });
});

describe('a gap ahead', () => {
  const hole = { kind: 'remove', personId: bo, replacesId: null, from: '2026-11-27T08:00:00.000Z', to: '2026-11-27T18:00:00.000Z' };

  it('is told to the managers of the team a week before, once, and again when it changed', () => {
    const world = duty().has(`team-${teamId}`, boManages).at(settled);
    const overrideId = idOf('0e1');
    world.does('AddOverrides', { scheduleId, overrides: [{ overrideId, ...hole }] }, byOwner);
    world.at('2026-11-22T00:00:00.000Z');
    const gaps = () => world.told.filter((one) => one.includes('gap_ahead'));
    expect(gaps()).toHaveLength(1);
    expect(gaps()[0]! >= '2026-11-19' && gaps()[0]! <= '2026-11-20T08').toBe(true);
    world.does('ChangeOverride', { scheduleId, overrideId, ...hole, to: '2026-11-27T20:00:00.000Z', reason: '' }, byOwner);
    world.at('2026-11-26T00:00:00.000Z');
    expect(gaps()).toHaveLength(2);
    world.expectSound();
  });

  it('is not told when it was closed before, nor again each week', () => {
    const closed = duty().has(`team-${teamId}`, boManages).at(settled);
    const overrideId = idOf('0e1');
    closed.does('AddOverrides', { scheduleId, overrides: [{ overrideId, ...hole }] }, byOwner);
    closed.does('RemoveOverride', { scheduleId, overrideId }, byOwner);
    closed.at('2026-11-26T00:00:00.000Z');
    expect(closed.told.filter((one) => one.includes('gap_ahead'))).toEqual([]);
    const restrictions = [{ weekdays: [1, 2, 3, 4, 5], times: { from: '08:00', to: '18:00' } }];
    const weekdays = new Duty().has(`team-${teamId}`, boManages);
    weekdays.creates({ layers: [{ ...weekly, restrictions }] });
    weekdays.at('2027-01-15T00:00:00.000Z');
    expect(weekdays.told.filter((one) => one.includes('gap_ahead')).length).toBeLessThanOrEqual(2);
  });
});

describe('a morning summary', () => {
  it('is due at the chosen minute of its reader’s day, each day once, and follows them to another zone', () => {
    const world = duty();
    world.does('ChooseNotice', { personId: bo, kind: 'morning_summary', on: true, contactMethodId: null, minute: 450 }, byBo);
    world.at('2026-11-21T00:00:00.000Z');
    // 07:30 in Tokyo
    const due = () => world.world.events.filter(({ type }) => type === 'MorningSummaryDue').map(({ meta }) => meta.at.slice(0, 16));
    expect(due()).toEqual(['2026-11-18T22:30', '2026-11-19T22:30', '2026-11-20T22:30']);
    world.does('ChangePersonTimeZone', { personId: bo, timeZone: 'UTC' }, byBo);
    world.at('2026-11-22T00:00:00.000Z');
    expect(due().slice(3)).toEqual(['2026-11-21T07:30']);
    world.does('ChooseNotice', { personId: bo, kind: 'morning_summary', on: false, contactMethodId: null }, byBo);
    world.at('2026-11-25T00:00:00.000Z');
    expect(due()).toHaveLength(4);
    for (const type of ['NoticeChosen', 'MorningSummaryPlanned', 'MorningSummaryDue'] as const)
      expect(world.all(type)[0]).toMatchObject({ zones: newestZonesVersion() });
    world.expectSound();
  });
});
