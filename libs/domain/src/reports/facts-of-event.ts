import type { FactOf, EventType, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Urgency } from '@tocsin/contracts/contacts.js';
import type { Holder } from '@tocsin/contracts/holder.js';
import { namedId } from '@tocsin/kernel/ids.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { organisation, factContent, type ReportFact, type FactContent } from './fact.js';

type Reading<T extends EventType> = (data: FactOf<T>, by: Actor) => readonly FactContent[];
type Readings = { readonly [T in EventType]?: Reading<T> };

const rank = (urgency: Urgency): number => (urgency === 'high' ? 1 : 0);

const acted = (groupId: string, { kind, id }: Actor): readonly FactContent[] =>
  kind === 'person' ? [factContent('acted', [groupId, id])] : [];
const actedUpon = ({ groupId }: { readonly groupId: string }, by: Actor): readonly FactContent[] => acted(groupId, by);

const idOf = (holder: Holder): string =>
  holder.kind === 'person' ? holder.personId : holder.kind === 'token' ? holder.tokenId : holder.integrationId;
const acknowledged = (groupId: string, holder: Holder, by: Actor): readonly FactContent[] => [
  factContent('acknowledged', [groupId, holder.kind, idOf(holder)]),
  ...acted(groupId, by),
];

const opened = ({
  groupId,
  number,
  serviceId,
  teamId,
  origin,
  urgency,
  test,
  alerts,
}: FactOf<'AlertGroupOpened'>): readonly FactContent[] => {
  if (test) return [factContent('tested', [groupId])];
  const receivedAt = origin.kind === 'signal' ? toMillis(origin.signal.receivedAt) : 0;
  const first = factContent('opened', [groupId, serviceId ?? '', teamId ?? ''], [number, receivedAt]);
  const urgent = factContent('urgency', [groupId], [rank(urgency)]);
  if (origin.kind !== 'signal') return [first, urgent];
  // the alert name is a source’s text: only its hash is stored, for comparing
  const rule = namedId(origin.integrationId, alerts[0]?.name ?? '');
  return [first, urgent, factContent('source', [groupId, origin.integrationId, rule])];
};

/** How often each group was repeated in one routing fact, which may be about many signals. */
const repeats = (items: FactOf<'SignalsRouted'>['items']): readonly FactContent[] => {
  const counts = new Map<string, number>();
  for (const { groupId, outcome } of items) {
    if (outcome === 'repeat' && groupId !== null) counts.set(groupId, (counts.get(groupId) ?? 0) + 1);
  }
  return [...counts].map(([groupId, count]) => factContent('repeated', [groupId], [count]));
};

const stepNumber = (step: number | string): number => (typeof step === 'number' ? step : 1_000);

/** The report facts of each event type. Types that are not listed have none. */
const readings: Readings = {
  AlertGroupOpened: opened,
  AlertsFired: ({ groupId, urgency }) => [factContent('urgency', [groupId], [rank(urgency)])],
  AlertsCounted: ({ groupId, urgency }) => [factContent('urgency', [groupId], [rank(urgency)])],
  AlertGroupAcknowledged: ({ groupId, holder }, by) => acknowledged(groupId, holder, by),
  AlertGroupSnoozed: ({ groupId, holder }, by) => acknowledged(groupId, holder, by),
  AlertGroupTakenOver: ({ groupId, holder }, by) => acknowledged(groupId, holder, by),
  AlertGroupAcknowledgedToo: actedUpon,
  AcknowledgementRenewed: actedUpon,
  AlertGroupUnsnoozed: actedUpon,
  ResponderJoined: actedUpon,
  AlertGroupEscalated: actedUpon,
  NoteAdded: actedUpon,
  PageAnswered: actedUpon,
  MessageResent: actedUpon,
  // marking as noise does not count as acting on the group
  AlertGroupMarkedAsNoise: ({ groupId }) => [factContent('marked', [groupId], [1])],
  AlertGroupNoiseMarkRemoved: ({ groupId }) => [factContent('marked', [groupId], [0])],
  AlertGroupReturnedToFiring: ({ groupId, because }, by) => [factContent('returned', [groupId, because]), ...acted(groupId, by)],
  AlertGroupReopened: ({ groupId, opening, because, holder }, by) => [
    factContent('reopened', [groupId, because, holder?.kind ?? ''], [opening]),
    ...acted(groupId, by),
  ],
  AlertGroupResolved: ({ groupId, by: how }, by) => [factContent('resolved', [groupId, how]), ...acted(groupId, by)],
  EscalationStepPlanned: ({ groupId, step, dueAt }) => [factContent('step_planned', [groupId], [stepNumber(step), toMillis(dueAt)])],
  EscalationStopped: ({ groupId }) => [factContent('stopped', [groupId])],
  EscalationStepTaken: ({ groupId, step, part, late }) =>
    part === undefined ? [factContent('step_taken', [groupId], [stepNumber(step), late ?? 0])] : [],
  PageStarted: ({ groupId, pageId, personId, quiet }) => (quiet ? [] : [factContent('paged', [groupId, pageId, personId])]),
  AttemptPlanned: ({ groupId, pageId, slot, kind, dueAt, n }) => [
    factContent('attempt_planned', [groupId, pageId, slot, kind], [toMillis(dueAt), n]),
  ],
  AttemptStarted: ({ groupId, pageId, slot, attemptId }) => [factContent('attempt_started', [groupId, pageId, slot, attemptId])],
  AttemptCancelled: ({ groupId, pageId, slot }) => [factContent('cancelled', [groupId, pageId, slot])],
  AttemptSent: ({ groupId, pageId, attemptId }) => [factContent('notified', [groupId, pageId, attemptId])],
  AttemptDelivered: ({ groupId, pageId, attemptId }) => [factContent('delivered', [groupId, pageId, attemptId])],
  AttemptRead: ({ groupId, pageId, attemptId }) => [factContent('read', [groupId, pageId, attemptId])],
  AttemptFailed: ({ groupId, pageId, attemptId, reason }) => [factContent('failed', [groupId, pageId, attemptId, reason])],
  AttemptWentStale: ({ groupId, pageId, slot, attemptId, reason }) => [factContent('stale', [groupId, pageId, attemptId ?? slot, reason])],
  SignalsRouted: ({ items }) => repeats(items),
  ScheduleBegan: ({ scheduleId, teamId }) => [factContent('schedule', [scheduleId, teamId])],
  OnCallChanged: ({ scheduleId, effectiveAt, after }) => [
    factContent('duty', [scheduleId], [toMillis(effectiveAt)]),
    ...[...new Set(after.map(({ personId }) => personId))].map((personId) => factContent('on_duty', [scheduleId, personId])),
  ],
  OrganisationSetUp: ({ timeZone }) => [factContent('zone', [organisation, timeZone])],
  OrganisationTimeZoneChanged: ({ timeZone }) => [factContent('zone', [organisation, timeZone])],
  PersonInvited: ({ personId, timeZone }) => [factContent('zone', [personId, timeZone])],
  PersonJoined: ({ personId, timeZone }) => [factContent('zone', [personId, timeZone])],
  PersonTimeZoneChanged: ({ personId, timeZone }) => [factContent('zone', [personId, timeZone])],
  HolidayCalendarChosen: ({ personId, calendarId }) => [factContent('calendar_chosen', [personId, calendarId ?? ''])],
  DefaultHolidayCalendarChosen: ({ calendarId }) => [factContent('calendar_chosen', [organisation, calendarId ?? ''])],
  HolidayCalendarImported: ({ calendarId, days }) => [
    factContent('calendar', [calendarId]),
    ...days.map(({ date }) => factContent('holiday', [calendarId, date])),
  ],
  HolidayCalendarRemoved: ({ calendarId }) => [factContent('calendar', [calendarId])],
};

/** The event types with report facts. */
export const reportTypes = Object.keys(readings) as readonly EventType[];

/** Makes the report facts of events in log order. Log time is the running maximum of event times. */
export class FactReader {
  constructor(/** Log time of what was read before, in milliseconds. */ public time = 0) {}

  read({ type, data, meta, ordinal }: RecordedFact): readonly ReportFact[] {
    this.time = Math.max(this.time, toMillis(meta.at));
    const reading = readings[type] as ((data: unknown, by: Actor) => readonly FactContent[]) | undefined;
    return (reading?.(data, meta.actor) ?? []).map((one) => ({ ...one, ordinal, at: this.time }));
  }
}
