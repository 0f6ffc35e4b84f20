import type { Measure } from '@tocsin/contracts/reports/measures.js';
import * as reportLimits from '@tocsin/contracts/reports/limits.js';
import type { Durations, Measured, ReportOrder, ResponseFigures } from '@tocsin/contracts/reports/reports.js';
import { toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { WallClock } from '../../setup/schedules/shared/wall-clock.js';
import { byKey, dateOf, toIdOrNull } from './by-key.js';
import { durationsOf } from './durations.js';
import { countOf } from './is-counted.js';
import type { Opening } from './openings.js';
import { stormsOf } from './storms.js';

/** Whether the order is about a service. */
export const isServiceInOrder = ({ service, services }: Pick<ReportOrder, 'service' | 'services'>, serviceId: string | null): boolean =>
  (service === null || serviceId === service) && (services === undefined || (serviceId !== null && services.includes(serviceId)));

/** Whether an opening matches the filters of the order. */
export const isInOrder =
  ({ team, urgency, ...order }: Pick<ReportOrder, 'service' | 'services' | 'team' | 'urgency'>) =>
  (opening: Opening): boolean =>
    isServiceInOrder(order, opening.serviceId) &&
    (team === null || opening.teamId === team) &&
    (urgency === null || opening.urgency === urgency);

/** Milliseconds between the two moments of a measure; null when one is missing, or when they are in reverse order. */
export function durationOf(opening: Opening, { from, to, hours }: Measure, clock: WallClock): number | null {
  const begin = opening.moments[from.anchor]?.[from.occurrence];
  const end = opening.moments[to.anchor]?.[to.occurrence];
  if (begin === undefined || end === undefined || end < begin) return null;
  return hours === 'working' ? clock.working(begin, end) : end - begin;
}

/** Whether a measure covers an opening. */
export const isMeasured =
  ({ urgency }: Pick<Measure, 'urgency'>) =>
  (opening: Opening): boolean =>
    urgency === null || opening.urgency === urgency;

/** The response report: the time until a person acknowledged, and until it was resolved. */
export function responseOf(all: readonly Opening[], order: ReportOrder, clock: WallClock): ResponseFigures {
  const openings = all.filter(isInOrder(order));
  const byDay = byKey(openings, ({ at }) => clock.date(at));
  const byHour = byKey(openings, ({ at }) => clock.hourOfWeek(at));
  const lastDay = clock.date(toMillis(order.to) - 1);
  const byService = byKey(openings, ({ serviceId }) => serviceId);
  return {
    openings: openings.length,
    groups: new Set(openings.map(({ groupId }) => groupId)).size,
    acknowledged: countOf(openings, 'acknowledged'),
    acknowledgedOtherwise: countOf(openings, 'acknowledged_otherwise'),
    escalated: countOf(openings, 'escalated'),
    resolvedBy: {
      person: countOf(openings, 'resolved_by_person'),
      sender: countOf(openings, 'resolved_by_sender'),
      timer: countOf(openings, 'resolved_by_timer'),
    },
    stillOpen: countOf(openings, 'still_open'),
    services: byService.map(([id, some]) => ({
      id: toIdOrNull(id),
      openings: some.length,
      escalated: countOf(some, 'escalated'),
      stillOpen: countOf(some, 'still_open'),
      lastDays: lastDaysOf(some, clock, lastDay),
    })),
    days: byDay.map(([day, some]) => ({ day: dateOf(day), openings: some.length, escalated: countOf(some, 'escalated') })),
    storms: stormsOf(openings, clock),
    hours: byHour.map(([hour, some]) => ({ hour, openings: some.length })),
    measures: order.measures.map((measure) => measuredOf(openings, measure, clock, lastDay)),
    longest: order.measures[0] ? listLongest(openings, order.measures[0], clock) : [],
  };
}

/** Openings on each of these days, the last one last. */
function lastDaysOf(openings: readonly Opening[], clock: WallClock, lastDay: number): number[] {
  const days = Array.from({ length: 14 }, () => 0);
  for (const { at } of openings) {
    const place = 13 - (lastDay - clock.date(at));
    if (place >= 0) days[place]! += 1;
  }
  return days;
}

function measuredOf(all: readonly Opening[], measure: Measure, clock: WallClock, lastDay: number): Measured {
  const openings = all.filter(isMeasured(measure));
  const durationsWithin = (some: readonly Opening[]): Durations => durationsOf(some.map((opening) => durationOf(opening, measure, clock)));
  return {
    measure,
    all: durationsWithin(openings),
    services: byKey(openings, ({ serviceId }) => serviceId).map(([id, some]) => ({ id: toIdOrNull(id), ...durationsWithin(some) })),
    teams: byKey(openings, ({ teamId }) => teamId).map(([id, some]) => ({ id: toIdOrNull(id), ...durationsWithin(some) })),
    urgencies: byKey(openings, ({ urgency }) => urgency).map(([id, some]) => ({ id, ...durationsWithin(some) })),
    days: byKey(openings, ({ at }) => clock.date(at)).map(([day, some]) => ({ day: dateOf(day), ...durationsWithin(some) })),
    weeks: byKey(openings, ({ at }) => lastDay - 7 * Math.floor((lastDay - clock.date(at)) / 7)).map(([day, some]) => ({
      day: dateOf(day),
      ...durationsWithin(some),
    })),
    hours: byKey(openings, ({ at }) => clock.hourOfWeek(at)).map(([hour, some]) => ({ hour, ...durationsWithin(some) })),
  };
}

const listLongest = (openings: readonly Opening[], measure: Measure, clock: WallClock): ResponseFigures['longest'] =>
  openings
    .flatMap((one) => {
      const milliseconds = durationOf(one, measure, clock);
      const { groupId, number, opening, serviceId, at } = one;
      return milliseconds === null
        ? []
        : { groupId, number, opening, serviceId: toIdOrNull(serviceId), at: toInstant(at), took: milliseconds };
    })
    // equal durations are sorted by number, so that the order is the same everywhere
    .toSorted((a, b) => b.took - a.took || a.number - b.number || a.opening - b.opening)
    .slice(0, reportLimits.reports.listed);
