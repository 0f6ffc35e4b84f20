import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { groupHeldBy, personJoined, teamCreated } from '@tocsin/testing/largest/facts.js';
import { bySystem, LargeWorld, longName, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';
import type { ScheduleNoticesRow } from './schedule-notices.js';

const own = team(0);
const scheduleId = nth('5c', 0);
const [hour, day] = [3_600_000, 86_400_000];
const anchor = '2026-11-20T00:00:00.000Z';
const places = scheduleLimits.participantsPerRotation;

/** Everybody of a layer in turns of twelve hours, half of them at a time: all come on and go off at once. */
const layer = (n: number, restrictions: LayerSetting['restrictions'] = []): LayerSetting => ({
  layerId: nth('1a', n),
  name: longName(n),
  timeZone: null,
  priority: 1,
  from: anchor,
  rotation: {
    slots: many(2, (half) => ({
      slotId: nth('51', n * 2 + half),
      people: many(places / 2, (at) => person((n * 2 + half) * (places / 2) + at)),
    })),
    length: { unit: 'hours', count: 12 },
    anchor,
    countsCoveredTimeOnly: false,
  },
  restrictions,
});
const people = many(scheduleLimits.layersPerSchedule * places, (n) => personJoined(n, n === 0 ? 'owner' : 'member'));

const scheduleWorld = (restrictions: LayerSetting['restrictions'] = []): LargeWorld => {
  const layers = many(scheduleLimits.layersPerSchedule, (n) => layer(n, restrictions));
  const began = { scheduleId, effectiveFrom: anchor, timeZone: 'UTC', layers, zones: '2026c' };
  const large = new LargeWorld().has('people-directory', ...people);
  large.has(`team-${own}`, teamCreated(own), {
    type: 'ScheduleCreated',
    data: { teamId: own, scheduleId, name: longName(), externalKey: null, timeZone: 'UTC', layers, zones: '2026c' },
  });
  return large.has(`schedule-${scheduleId}`, { type: 'ScheduleBegan', data: { ...began, teamId: own } });
};
const chooses = (n: number, kind: 'going_on' | 'gap_ahead'): Fact => ({
  type: 'NoticeChosen',
  data: { personId: person(n), kind, on: true, contactMethodId: null, leads: [1_440, 720, 60, 15] },
});
const plan = { dueAt: '2026-11-21T03:12:00.000Z', plannedBy: nth('e0', 0) };
const of = (large: LargeWorld, more: object): LargestCase => ({ large, data: { scheduleId, ...plan, ...more }, actor: bySystem });

export const largest: LargestCases = {
  TellOfGoingOn: () => {
    const large = scheduleWorld();
    for (const [n] of people.entries()) large.has(`person-${person(n)}`, chooses(n, 'going_on'));
    return of(large, { at: '2026-11-21T12:00:00.000Z', lead: 720 });
  },
  TellOfGoingOff: () => {
    const large = scheduleWorld();
    large.has(`alertGroup-${nth('6a', 0)}`, ...groupHeldBy(0, person(1)));
    const next = many(people.length, (n) => person(n));
    return { large, data: { personId: person(1), scheduleId, at: large.world.now, next }, actor: bySystem };
  },
  TellOfMovedShifts: () => {
    const large = scheduleWorld();
    large.world.awayUntil(addMillis(large.world.now, hour));
    large.has(`schedule-${scheduleId}`, {
      type: 'ScheduleChanged',
      data: { scheduleId, version: 2, effectiveFrom: large.world.now, timeZone: 'UTC', layers: [], zones: '2026c' },
    });
    const { dueAt, plannedBy } = large.world.memory.rows<ScheduleNoticesRow>('scheduleNotices').get(scheduleId)!.untold!.edits.at(-1)!;
    return of(large, { dueAt, plannedBy, isSoon: false });
  },
  LookForGaps: () => {
    const large = scheduleWorld([{ weekdays: [], times: { from: '00:00', to: '12:00' } }]);
    const managers = many(100, (n): Fact => ({ type: 'TeamMemberAdded', data: { teamId: own, personId: person(n), role: 'manager' } }));
    large.has(`team-${own}`, ...managers);
    large.world.awayUntil(addMillis(large.world.now, day / 24));
    return of(large, {});
  },
};
