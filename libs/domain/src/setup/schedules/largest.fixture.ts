import type { Fact } from '@tocsin/contracts/catalogue.js';
import * as scheduleLimits from '@tocsin/contracts/schedules/limits.js';
import type { LayerSetting } from '@tocsin/contracts/schedules/layers.js';
import type { OverrideSetting } from '@tocsin/contracts/schedules/overrides.js';
import type { HandoffRow } from './handoffs.view.js';
import { addZoneTable } from './shifts/zone-table.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { LargestCase, LargestCases } from '@tocsin/testing/largest/case.js';
import { personJoined, teamCreated } from '@tocsin/testing/largest/facts.js';
import { bySystem, LargeWorld, longest, longName, many, nth, person, team } from '@tocsin/testing/largest/large-world.js';

const own = team(0);
const scheduleId = nth('5c', 0);
const anchor = '2026-11-20T00:00:00.000Z';
const places = scheduleLimits.participantsPerRotation;

/** Half of its people at a time, for an hour each: with all layers of one priority, hundreds come on call and go off at once. */
const layer = (n: number): LayerSetting => ({
  layerId: nth('1a', n),
  name: longName(n),
  timeZone: 'America/Argentina/ComodRivadavia',
  priority: 1,
  from: anchor,
  rotation: {
    slots: many(2, (half) => ({
      slotId: nth('51', n * 2 + half),
      people: many(places / 2, (at) => person((n * 2 + half) * (places / 2) + at)),
    })),
    length: { unit: 'hours', count: 1 },
    anchor,
    countsCoveredTimeOnly: false,
  },
  restrictions: many(scheduleLimits.restrictionsPerLayer, () => ({
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    times: { from: '00:00', to: '23:59' },
  })),
});
const layers = many(scheduleLimits.layersPerSchedule, layer);
/** The maximum number of slots. */
const slotted = layers.map((one, n) => ({
  ...one,
  rotation: { ...one.rotation, slots: many(places, (at) => ({ slotId: nth('52', n * places + at), people: [person(n * places + at)] })) },
}));

/** A time zone table with other hours: all handoffs move. */
const moving = { version: '2099z', zones: 'America/Argentina/ComodRivadavia 0;UTC 1', lists: '30;0' };
addZoneTable(moving);

const settings = { name: longName(), externalKey: '漢'.repeat(200), timeZone: 'America/Argentina/ComodRivadavia', layers };
const scheduleCreated: Fact = { type: 'ScheduleCreated', data: { teamId: own, scheduleId, ...settings, zones: '2026c' } };
const people = many(scheduleLimits.layersPerSchedule * places, (n) => personJoined(n, n === 0 ? 'owner' : 'member'));

const teamWorld = (): LargeWorld => new LargeWorld().has('people-directory', ...people).has(`team-${own}`, teamCreated(own));
/** A schedule with as many unrecorded duties as fit into one append: four hours. */
const scheduleWorld = (): LargeWorld => {
  const large = teamWorld().has(`team-${own}`, scheduleCreated);
  large.world.awayUntil(addMillis(large.world.now, 4 * 3_600_000));
  return large;
};
const inTeam = (large: LargeWorld, more: object): LargestCase => ({ large, data: { teamId: own, scheduleId, ...more } });
const of = (large: LargeWorld, more: object): LargestCase => ({ large, data: { scheduleId, ...more } });

const overrideAhead = {
  from: '2026-12-01T00:00:00.000Z',
  to: '2027-01-01T00:00:00.000Z',
  reason: longest(scheduleLimits.overrideReasonCharacters),
};
const override = (n: number): OverrideSetting => ({
  overrideId: nth('0a', n),
  kind: 'replace',
  personId: person(n),
  replacesId: person(n + 250),
  ...overrideAhead,
});
const temporary = {
  temporaryId: nth('7a', 0),
  ...overrideAhead,
  shifts: many(scheduleLimits.temporaryShifts, (n) => ({ personId: person(n), from: overrideAhead.from, to: overrideAhead.to })),
  fallback: many(places, person),
};
const note = longest(scheduleLimits.coverNoteCharacters);
const coverId = nth('c0', 0);
const offeredTo = many(scheduleLimits.coverOfferedTo, (n) => person(n + 1));
/** All who are asked are responders of the team. */
const coverWorld = (...facts: readonly Fact[]): LargeWorld =>
  scheduleWorld()
    .has(
      `team-${own}`,
      ...offeredTo.map((personId): Fact => ({ type: 'TeamMemberAdded', data: { teamId: own, personId, role: 'responder' } })),
    )
    .has(`schedule-${scheduleId}`, ...facts);
/** In its current hour half of the people are on call: all of them could be asked. */
const part = { from: '2026-11-21T03:12:00.000Z', to: '2026-11-22T03:12:00.000Z' };
const requested: Fact = {
  type: 'CoverRequested',
  data: {
    scheduleId,
    coverId,
    personId: person(0),
    ...part,
    offeredTo,
    inReturn: null,
    note,
    nextAt: part.to,
  },
};
/** The maximum number of temporary schedules, an hour each, in which all shifts are the requester’s. */
const hourOfAsker = (n: number): Fact => {
  const [from, to] = [addMillis(part.from, n * 3_600_000), addMillis(part.from, (n + 1) * 3_600_000)];
  const shifts = temporary.shifts.map(() => ({ personId: person(0), from, to }));
  return { type: 'TemporaryScheduleAdded', data: { scheduleId, temporary: { ...temporary, temporaryId: nth('7b', n), from, to, shifts } } };
};
const has = (fact: Fact): LargeWorld => scheduleWorld().has(`schedule-${scheduleId}`, fact);
const overrideWorld = (): LargeWorld =>
  has({ type: 'OverridesAdded', data: { scheduleId, overrides: many(scheduleLimits.overridesAhead - 1, override) } });
const temporaryWorld = (): LargeWorld => has({ type: 'TemporaryScheduleAdded', data: { scheduleId, temporary } });

export const largest: LargestCases = {
  CreateSchedule: () => inTeam(teamWorld(), { ...settings, layers: slotted }),
  RenameSchedule: () => inTeam(scheduleWorld(), { name: longName(7) }),
  RemoveSchedule: () => inTeam(scheduleWorld(), {}),
  BeginSchedule: () => {
    const began = { teamId: own, effectiveFrom: anchor, timeZone: settings.timeZone, layers: slotted, zones: '2026c' };
    return { ...of(teamWorld(), began), actor: bySystem };
  },
  RecordOnCall: () => {
    const large = teamWorld().has(`team-${own}`, scheduleCreated);
    large.world.awayUntil(addMillis(large.world.now, 30 * 86_400_000));
    return { ...of(large, large.world.memory.rows<HandoffRow>('handoffs').get(scheduleId)!.next!), actor: bySystem };
  },
  LeaveSchedule: () => {
    const large = overrideWorld().has(`schedule-${scheduleId}`, { type: 'TemporaryScheduleAdded', data: { scheduleId, temporary } });
    return { ...of(large, { personId: person(0), replacementId: person(499) }), actor: bySystem };
  },
  ChangeSchedule: () => of(scheduleWorld(), { version: 1, timeZone: 'UTC', layers: slotted }),
  WithdrawScheduleChange: () => {
    const plannedVersion = { version: 2, effectiveFrom: '2027-01-01T00:00:00.000Z', timeZone: 'UTC', layers: slotted, zones: '2026c' };
    return of(scheduleWorld().has(`schedule-${scheduleId}`, { type: 'ScheduleChanged', data: { scheduleId, ...plannedVersion } }), {
      version: 2,
    });
  },
  TakeZoneTable: () => of(scheduleWorld(), { zones: moving.version }),
  SetShares: () =>
    of(scheduleWorld(), { shares: many(scheduleLimits.layersPerSchedule * places, (n) => ({ personId: person(n), percent: 50 })) }),
  AddOverrides: () => of(scheduleWorld(), { overrides: many(scheduleLimits.overridesTogether, override) }),
  ChangeOverride: () => of(overrideWorld(), { ...override(0), to: '2027-02-02T00:00:00.000Z' }),
  RemoveOverride: () => of(overrideWorld(), { overrideId: override(0).overrideId }),
  ImportOverrides: () => {
    const shift = (n: number) => ({ ...override(n), uid: `${n}`.padEnd(scheduleLimits.calendarUidCharacters, 'u') });
    const shifts = many(scheduleLimits.importedShifts, (n) => {
      const { uid, personId, from, to } = shift(n);
      return { uid, personId, from, to };
    });
    return of(scheduleWorld(), { calendar: longName(), how: 'replace', shifts });
  },
  TakeOnCall: () => of(scheduleWorld(), {}),
  AskForCover: () => of(coverWorld(), { ...part, offeredTo, inReturn: null, note, personId: person(0) }),
  AcceptCover: () => of(coverWorld(...many(scheduleLimits.temporaryAhead, hourOfAsker), requested), { coverId, personId: person(1) }),
  DeclineCover: () => of(coverWorld(requested), { coverId, personId: person(1) }),
  WithdrawCover: () => of(coverWorld(requested), { coverId }),
  ReviewCover: () => {
    const large = coverWorld(requested);
    const { covers } = large.world.memory.rows<HandoffRow>('handoffs').get(scheduleId)!;
    return { ...of(large, { coverId, ...covers[coverId]! }), actor: bySystem };
  },
  AddTemporarySchedule: () => of(scheduleWorld(), temporary),
  ChangeTemporarySchedule: () => of(temporaryWorld(), { ...temporary, fallback: [] }),
  RemoveTemporarySchedule: () => of(temporaryWorld(), { temporaryId: temporary.temporaryId }),
};
