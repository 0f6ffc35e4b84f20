import type { ContactFact } from '@tocsin/contracts/contacts/events.js';
import type { ContactRow } from '@tocsin/contracts/contacts/rows.js';
import type { DataOf, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import type { Timer } from '@tocsin/kernel/react/process.js';
import { dayOf, midnightOf, toInstant, toMillis } from '@tocsin/kernel/time.js';
import type { ConfigurationContext } from '../../reads.js';
import { refusePermission, isSystem } from '../../rules/permissions.js';
import { machineRank } from '../../rules/ranks.js';
import { isZone, newestZonesVersion, createWallClock, type WallClock } from '../schedules/shared/wall-clock.js';
import type { ContactCommand } from './commands.js';

type Data<T extends ContactCommand['type']> = DataOf<ContactCommand, T>;
type ContactDecision = Decision<ContactFact>;

const [week, day] = [7, 86_400_000];
/** Eight in the morning. */
const sentAt = 8;

interface PersonClock {
  readonly zones: string;
  readonly timeZone: string;
  readonly clock: WallClock;
}

/** The clock of a person’s time zone. */
export const clockOf = ({ reads }: ConfigurationContext, personId: string): PersonClock => {
  const zones = newestZonesVersion();
  const ownZone = reads.people.get(personId)?.timeZone ?? 'UTC';
  const timeZone = isZone(zones, ownZone) ? ownZone : 'UTC';
  return { zones, timeZone, clock: createWallClock(zones, timeZone) };
};

/** The last Monday whose summary is due by now, in days since 1970. 1970-01-01 was a Thursday. */
const lastMonday = (clock: WallClock, now: string): number => {
  const today = clock.date(toMillis(now));
  const monday = today - ((today + 3) % week);
  return toMillis(now) >= clock.startOf(monday, sentAt) ? monday : monday - week;
};

interface PlannedSummary {
  readonly dueAt: string;
  readonly zones: string;
}

const nextSummary = ({ clock, zones }: PersonClock, { lastSummary }: ContactRow, now: string): PlannedSummary => {
  const next = lastMonday(clock, now) + week;
  const isSent = lastSummary !== undefined && next * day <= toMillis(midnightOf(lastSummary));
  return { dueAt: toInstant(clock.startOf(isSent ? next + week : next, sentAt)), zones };
};

/**
 * Whether the change of zone skipped this week’s summary: eight o’clock has passed in the new zone, and had not come in
 * the old one. Zones differ by a day or two at most: a summary due by Wednesday is this week’s.
 */
const isMissed = ({ clock }: { readonly clock: WallClock }, { weeklySummary, lastSummary }: ContactRow, now: string): boolean => {
  const monday = lastMonday(clock, now);
  const isSent = lastSummary !== undefined && dayOf(toInstant(monday * day)) <= lastSummary;
  return !isSent && weeklySummary !== undefined && toMillis(weeklySummary.dueAt) < clock.startOf(monday + 3);
};

export const turnOnSummary = (personId: string, row: ContactRow, context: ConfigurationContext): ContactDecision =>
  row.weeklySummary
    ? new Nothing()
    : [{ type: 'WeeklySummaryTurnedOn', data: { personId, ...nextSummary(clockOf(context, personId), row, context.now) } }];

export const turnOffSummary = (personId: string, { weeklySummary }: ContactRow): ContactDecision =>
  weeklySummary ? [{ type: 'WeeklySummaryTurnedOff', data: { personId } }] : new Nothing();

/** One that is due already is sent first. */
export const planSummary = ({ personId }: Data<'PlanWeeklySummary'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  if (!row.weeklySummary || row.weeklySummary.dueAt <= context.now) return new Nothing();
  const newClock = clockOf(context, personId);
  const { zones } = newClock;
  const planned = isMissed(newClock, row, context.now) ? { dueAt: context.now, zones } : nextSummary(newClock, row, context.now);
  return planned.dueAt === row.weeklySummary.dueAt ? new Nothing() : [{ type: 'WeeklySummaryPlanned', data: { personId, ...planned } }];
};

/** Even weeks late, it is one mail: about the week that ended last. */
export const reviewSummary = (data: Data<'ReviewWeeklySummary'>, row: ContactRow, context: ConfigurationContext): ContactDecision => {
  if (!isSystem(context)) return refusePermission('Tocsin itself');
  const { personId, dueAt, plannedBy } = data;
  const { now, reads } = context;
  if (row.weeklySummary?.dueAt !== dueAt || row.weeklySummary.plannedBy !== plannedBy || dueAt > now) return new Nothing();
  if (reads.people.get(personId)?.state !== 'active') return [{ type: 'WeeklySummaryTurnedOff', data: { personId } }];
  const { timeZone, clock, zones } = clockOf(context, personId);
  const last = lastMonday(clock, now);
  const [monday, nextAt] = [dayOf(toInstant(last * day)), toInstant(clock.startOf(last + week, sentAt))];
  // the zone has changed since: that week was summed up in the old one
  if (row.lastSummary !== undefined && monday <= row.lastSummary)
    return [{ type: 'WeeklySummaryPlanned', data: { personId, dueAt: nextAt, zones } }];
  const range = { from: toInstant(clock.startOf(last - week)), to: toInstant(clock.startOf(last)) };
  return [{ type: 'WeeklySummaryDue', data: { personId, ...range, timeZone, monday, nextAt, zones } }];
};

/** It pages no one, so it is due after everything that does. */
export const summaryTimersOf = ({ id: personId, weeklySummary }: ContactRow): readonly Timer[] =>
  weeklySummary
    ? [
        {
          name: 'weekly summary',
          ...weeklySummary,
          rank: machineRank,
          command: { type: 'ReviewWeeklySummary', data: { personId, ...weeklySummary } },
        },
      ]
    : [];
