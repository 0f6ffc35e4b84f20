import type { EventFigure, EventsBy } from '@tocsin/contracts/alert-groups/counted-figures.js';
import type { EventsOfLine, LoadFigures, ReportOrder } from '@tocsin/contracts/reports/reports.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { onCallHours, type Duty, type OnCallHours } from '../../setup/schedules/shared/on-call-hours.js';
import { entryOf, type CountedEvent, type EventsFold } from './counted-event.js';
import { Duties } from './duties.js';
import type { ReportFact } from './fact.js';
import { Interruptions } from './interruptions.js';
import { NightWeeks } from './shared/night-weeks.js';
import { PersonCalendars } from './person-calendars.js';
import { Openings } from './openings.js';
import { byKey, toIdOrNull } from './by-key.js';
import { isInOrder, isServiceInOrder } from './response.js';
import { stormsOf } from './storms.js';
import { createWallClock } from '../../setup/schedules/shared/wall-clock.js';

interface Disturbance extends CountedEvent {
  readonly personId: string;
  readonly serviceId: string;
  readonly sleep: boolean;
  readonly weekend: boolean;
  readonly holiday: boolean;
  readonly day: string;
  readonly hour: number;
}

/** Which interruptions each number counts: used for the counts, and for the lists behind them. */
const isCounted: { readonly [F in EventFigure<'load'>]: (one: Disturbance) => boolean } = {
  interruptions: () => true,
  sleep: ({ sleep }) => sleep,
  weekend: ({ weekend }) => weekend,
  holiday: ({ holiday }) => holiday,
};

const keys: { readonly [B in EventsBy<'load'>]: (one: Disturbance) => string } = {
  person: ({ personId }) => personId,
  service: ({ serviceId }) => serviceId,
  day: ({ day }) => day,
  hour: ({ hour }) => `${hour}`,
};

/** The load report: who was interrupted when, and who was on call for how long. */
export class Load implements EventsFold {
  private readonly range;
  private readonly openings;
  private readonly interruptions = new Interruptions();
  private readonly calendars;
  private readonly duties;
  private readonly disturbances: Disturbance[] = [];
  private readonly nightWeeks = new NightWeeks();
  private time = 0;

  constructor(private readonly order: ReportOrder) {
    this.range = { from: toMillis(order.from), to: toMillis(order.to) };
    this.openings = new Openings(this.range);
    this.calendars = new PersonCalendars(order.zones);
    this.duties = new Duties(this.range);
  }

  take(fact: ReportFact): void {
    this.time = fact.at;
    this.openings.take(fact);
    this.calendars.take(fact);
    this.duties.take(fact);
    if (fact.kind === 'night_page') this.countNight(fact);
    const interruption = this.interruptions.take(fact);
    if (interruption) this.count(interruption);
  }

  figures(): LoadFigures {
    const { disturbances: found } = this;
    return {
      ...countsOf(found),
      people: this.people(),
      schedules: this.schedules().map(({ scheduleId, hours }) => ({ scheduleId, people: [...hours] })),
      overBudget: this.nightWeeks.overBudget(),
      services: byKey(found, ({ serviceId }) => serviceId).map(([id, some]) => ({ id: toIdOrNull(id), ...countsOf(some) })),
      days: byKey(found, ({ day }) => day).map(([day, some]) => ({ day, count: some.length, sleep: some.filter(isCounted.sleep).length })),
      storms: stormsOf(this.openings.list.filter(isInOrder(this.order)), createWallClock(this.order.zones, this.order.zone)),
      hours: byKey(found, ({ hour }) => hour).map(([hour, some]) => ({ hour, count: some.length })),
    };
  }

  eventsOf({ figure, by, of }: EventsOfLine): readonly CountedEvent[] {
    const keyOf = by === null ? null : entryOf(keys, by);
    return this.disturbances.filter(entryOf(isCounted, figure)).filter((one) => keyOf === null || keyOf(one) === of);
  }

  groupOf(groupId: string) {
    return this.openings.groupOf(groupId);
  }

  private count(interruption: NonNullable<ReturnType<Interruptions['take']>>): void {
    const { personId, groupId, at } = interruption;
    const group = this.groupInOrder(groupId, at);
    if (!group) return;
    const clock = this.calendars.clockOf(personId);
    this.disturbances.push({
      ...interruption,
      serviceId: group.serviceId,
      ...this.calendars.at(personId, at),
      day: clock.date(at),
      hour: clock.hourOfWeek(at),
    });
  }

  private countNight({ at, words: [groupId = '', personId = '', policyId = '', week = ''], numbers: [budget = 0] }: ReportFact): void {
    if (this.groupInOrder(groupId, at)) this.nightWeeks.take({ personId, policyId, week, budget });
  }

  /** Undefined for a group, or an instant, that the report is not about. */
  private groupInOrder(groupId: string, at: number): ReturnType<Openings['groupOf']> {
    const group = at < this.range.from || at >= this.range.to ? undefined : this.openings.groupOf(groupId);
    const { team, urgency } = this.order;
    if (!group || !isServiceInOrder(this.order, group.serviceId) || (team !== null && group.teamId !== team)) return undefined;
    return urgency !== null && group.urgency !== urgency ? undefined : group;
  }

  private schedules(): readonly {
    readonly scheduleId: string;
    readonly duties: readonly Duty[];
    readonly hours: readonly OnCallHours[];
  }[] {
    return this.duties
      .until(this.time)
      .filter(({ teamId }) => this.order.team === null || teamId === this.order.team)
      .map(({ scheduleId, duties }) => ({ scheduleId, duties, hours: onCallHours(duties, (id) => this.calendarOf(id)) }));
  }

  /** For a person on call in two schedules at once, each hour counts once. */
  private people(): LoadFigures['people'] {
    const disturbancesByPerson = new Map(byKey(this.disturbances, ({ personId }) => personId));
    const hours = new Map(
      onCallHours(mergeDuties(this.schedules().map(({ duties }) => duties)), (id) => this.calendarOf(id)).map((one) => [one.personId, one]),
    );
    const ids = [...new Set([...disturbancesByPerson.keys(), ...hours.keys()])].toSorted();
    return ids.map((personId) => ({ ...noHours, ...hours.get(personId), personId, ...countsOf(disturbancesByPerson.get(personId) ?? []) }));
  }

  private calendarOf(personId: string) {
    return { zone: this.calendars.clockOf(personId).zone, holidays: this.calendars.holidaysOf(personId) };
  }
}

const noHours = { shifts: 0, onCall: 0, nights: 0, weekends: 0, holidays: 0 };

const countsOf = (some: readonly Disturbance[]) => ({
  interruptions: some.filter(isCounted.interruptions).length,
  sleep: some.filter(isCounted.sleep).length,
  weekend: some.filter(isCounted.weekend).length,
  holiday: some.filter(isCounted.holiday).length,
});

/** Merges duties into consecutive stretches during which the same people are on call anywhere. */
function mergeDuties(all: readonly (readonly Duty[])[]): readonly Duty[] {
  const marks = [...new Set(all.flat().flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const people = marks.map(() => new Set<string>());
  const place = new Map(marks.map((mark, index) => [mark, index]));
  for (const duty of all.flat()) {
    for (let index = place.get(duty.from)!; marks[index]! < duty.to; index += 1) for (const one of duty.people) people[index]!.add(one);
  }
  return marks.slice(0, -1).map((from, index) => ({ from, to: marks[index + 1]!, people: [...people[index]!] }));
}
