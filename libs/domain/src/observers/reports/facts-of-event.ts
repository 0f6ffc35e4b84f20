import type { FactOf, EventType, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { Charge } from '@tocsin/contracts/contacts/charges.js';
import type { Urgency } from '@tocsin/contracts/contacts/events.js';
import type { Holder } from '@tocsin/contracts/alert-groups/holder.js';
import { tableOf } from '@tocsin/contracts/tables.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { organisation, createFactContent, type ReportFact, type FactContent } from './fact.js';
import { workTypes } from './shared/work-types.js';

type ContentReader<T extends EventType> = (data: FactOf<T>, by: Actor) => readonly FactContent[];
type ContentReaders = { readonly [T in EventType]?: ContentReader<T> };

const rankOf = (urgency: Urgency): number => (urgency === 'high' ? 1 : 0);

/** The number of alerts that fired is for storms. */
const urgencyFact = (groupId: string, urgency: Urgency, alerts: number): FactContent =>
  createFactContent('urgency', [groupId], [rankOf(urgency), alerts]);

const actFacts = (groupId: string, { kind, id }: Actor, isMore = false): readonly FactContent[] =>
  kind === 'person' ? [createFactContent('acted', [groupId, id], isMore ? [1] : [])] : [];
const actFactsOn = ({ groupId }: { readonly groupId: string }, by: Actor): readonly FactContent[] => actFacts(groupId, by);
/** An act that does more than to answer for the group. */
const workFactsOn = ({ groupId }: { readonly groupId: string }, by: Actor): readonly FactContent[] => actFacts(groupId, by, true);

const idOf = (holder: Holder): string =>
  holder.kind === 'person' ? holder.personId : holder.kind === 'token' ? holder.tokenId : holder.integrationId;
const acknowledgeFacts = (groupId: string, holder: Holder, by: Actor): readonly FactContent[] => [
  createFactContent('acknowledged', [groupId, holder.kind, idOf(holder)]),
  ...actFacts(groupId, by),
];

const openFacts = ({
  groupId,
  number,
  serviceId,
  teamId,
  origin,
  urgency,
  test,
  rehearses,
  alerts,
}: FactOf<'AlertGroupOpened'>): readonly FactContent[] => {
  // a group that opened in a rehearsal is in no report, and costs what it costs, as a test does
  if (test || rehearses) return [createFactContent('tested', [groupId, teamId ?? ''])];
  const receivedAt = origin.kind === 'signal' ? toMillis(origin.signal.receivedAt) : 0;
  // a storm is called by its first alert group
  const storm = origin.kind === 'signal' && origin.storm ? [origin.linked?.first ?? groupId] : [];
  const first = createFactContent('opened', [groupId, serviceId ?? '', teamId ?? '', ...storm], [number, receivedAt]);
  const urgencyOf = urgencyFact(groupId, urgency, alerts.length);
  if (origin.kind !== 'signal') return [first, urgencyOf];
  // the alert name is a source’s text: only its hash is stored, for comparing
  const rule = deriveNamedId(origin.integrationId, alerts[0]?.name ?? '');
  return [first, urgencyOf, createFactContent('source', [groupId, origin.integrationId, rule])];
};

/** How often each group was repeated in one routing fact, which may be about many signals. */
const repeatFacts = (items: FactOf<'SignalsRouted'>['items']): readonly FactContent[] => {
  const counts = new Map<string, number>();
  for (const { groupId, outcome } of items) {
    if (outcome === 'repeat' && groupId !== null) counts.set(groupId, (counts.get(groupId) ?? 0) + 1);
  }
  return [...counts].map(([groupId, count]) => createFactContent('repeated', [groupId], [count]));
};

/** What was charged for the message of an alert group; for a code of none. */
const chargeFacts = (charge: Charge | undefined, groupId: string): readonly FactContent[] =>
  charge ? [createFactContent('charged', [groupId, charge.connectionId, charge.country, charge.unit], [charge.count])] : [];

const stepNumberOf = (step: number | string): number => (typeof step === 'number' ? step : 1_000);

/** The report facts of each event type. Types that are not listed have none. */
const contentReaders: ContentReaders = {
  AlertGroupOpened: openFacts,
  AlertsFired: ({ groupId, urgency, alerts }) => [urgencyFact(groupId, urgency, alerts.length)],
  AlertsCounted: ({ groupId, urgency, alerts }) => [urgencyFact(groupId, urgency, alerts)],
  AlertGroupAcknowledged: ({ groupId, holder }, by) => acknowledgeFacts(groupId, holder, by),
  AlertGroupSnoozed: ({ groupId, holder }, by) => acknowledgeFacts(groupId, holder, by),
  AlertGroupTakenOver: ({ groupId, holder }, by) => acknowledgeFacts(groupId, holder, by),
  AlertGroupAcknowledgedToo: actFactsOn,
  AcknowledgementRenewed: actFactsOn,
  AlertGroupUnsnoozed: actFactsOn,
  PageAnswered: actFactsOn,
  ...tableOf(workTypes, () => workFactsOn),
  // marking as noise does not count as acting on the group
  AlertGroupSuppressed: ({ groupId }) => [createFactContent('suppressed', [groupId])],
  AlertGroupFlapped: ({ groupId }) => [createFactContent('flapped', [groupId])],
  AlertGroupMarkedAsNoise: ({ groupId }) => [createFactContent('marked', [groupId], [1])],
  AlertGroupNoiseMarkRemoved: ({ groupId }) => [createFactContent('marked', [groupId], [0])],
  ActionNeededAnswered: ({ groupId, answer }, by) => [createFactContent('answered', [groupId, by.id, answer])],
  AlertGroupReturnedToFiring: ({ groupId, because }, by) => [createFactContent('returned', [groupId, because]), ...actFacts(groupId, by)],
  AlertGroupReopened: ({ groupId, opening, because, holder }, by) => [
    createFactContent('reopened', [groupId, because, holder?.kind ?? ''], [opening]),
    ...actFacts(groupId, by),
  ],
  AlertGroupResolved: ({ groupId, by: resolveKind }, by) => [
    createFactContent('resolved', [groupId, resolveKind]),
    ...actFacts(groupId, by, true),
  ],
  EscalationStepPlanned: ({ groupId, step, dueAt }) => [
    createFactContent('step_planned', [groupId], [stepNumberOf(step), toMillis(dueAt)]),
  ],
  EscalationStopped: ({ groupId }) => [createFactContent('stopped', [groupId])],
  EscalationStepTaken: ({ groupId, step, part, late }) =>
    part === undefined ? [createFactContent('step_taken', [groupId], [stepNumberOf(step), late ?? 0])] : [],
  PageStarted: ({ groupId, pageId, personId, quiet }) => (quiet ? [] : [createFactContent('paged', [groupId, pageId, personId])]),
  AttemptPlanned: ({ groupId, pageId, slot, kind, dueAt, n }) => [
    createFactContent('attempt_planned', [groupId, pageId, slot, kind], [toMillis(dueAt), n]),
  ],
  AttemptStarted: ({ groupId, pageId, slot, attemptId }) => [createFactContent('attempt_started', [groupId, pageId, slot, attemptId])],
  AttemptCancelled: ({ groupId, pageId, slot }) => [createFactContent('cancelled', [groupId, pageId, slot])],
  AttemptSent: ({ groupId, pageId, attemptId, charge }) => [
    createFactContent('notified', [groupId, pageId, attemptId]),
    ...chargeFacts(charge, groupId),
  ],
  VerificationSent: ({ charge }) => chargeFacts(charge, ''),
  AttemptDelivered: ({ groupId, pageId, attemptId }) => [createFactContent('delivered', [groupId, pageId, attemptId])],
  AttemptRead: ({ groupId, pageId, attemptId }) => [createFactContent('read', [groupId, pageId, attemptId])],
  AttemptFailed: ({ groupId, pageId, attemptId, reason }) => [createFactContent('failed', [groupId, pageId, attemptId, reason])],
  AttemptWentStale: ({ groupId, pageId, slot, attemptId, reason }) => [
    createFactContent('stale', [groupId, pageId, attemptId ?? slot, reason]),
  ],
  NightPageCounted: ({ groupId, personId, policyId, week, budget }) => [
    createFactContent('night_page', [groupId, personId, policyId, week], [budget]),
  ],
  SignalsRouted: ({ items }) => repeatFacts(items),
  ScheduleBegan: ({ scheduleId, teamId }) => [createFactContent('schedule', [scheduleId, teamId])],
  OnCallChanged: ({ scheduleId, effectiveAt, after }) => [
    createFactContent('duty', [scheduleId], [toMillis(effectiveAt)]),
    ...[...new Set(after.map(({ personId }) => personId))].map((personId) => createFactContent('on_duty', [scheduleId, personId])),
  ],
  OrganisationSetUp: ({ timeZone }) => [createFactContent('zone', [organisation, timeZone])],
  OrganisationTimeZoneChanged: ({ timeZone }) => [createFactContent('zone', [organisation, timeZone])],
  PersonInvited: ({ personId, timeZone }) => [createFactContent('zone', [personId, timeZone])],
  PersonJoined: ({ personId, timeZone }) => [createFactContent('zone', [personId, timeZone])],
  PersonTimeZoneChanged: ({ personId, timeZone }) => [createFactContent('zone', [personId, timeZone])],
  HolidayCalendarChosen: ({ personId, calendarId }) => [createFactContent('calendar_chosen', [personId, calendarId ?? ''])],
  DefaultHolidayCalendarChosen: ({ calendarId }) => [createFactContent('calendar_chosen', [organisation, calendarId ?? ''])],
  HolidayCalendarImported: ({ calendarId, days }) => [
    createFactContent('calendar', [calendarId]),
    ...days.map(({ date }) => createFactContent('holiday', [calendarId, date])),
  ],
  HolidayCalendarRemoved: ({ calendarId }) => [createFactContent('calendar', [calendarId])],
};

export const reportTypes = Object.keys(contentReaders) as readonly EventType[];

/** Makes the report facts of events in log order. Log time is the running maximum of event times. */
export class FactReader {
  constructor(/** Log time of what was read before, in milliseconds. */ public time = 0) {}

  read({ type, data, meta, ordinal }: RecordedFact): readonly ReportFact[] {
    this.time = Math.max(this.time, toMillis(meta.at));
    const contentReader = contentReaders[type] as ((data: unknown, by: Actor) => readonly FactContent[]) | undefined;
    return (contentReader?.(data, meta.actor) ?? []).map((one) => ({ ...one, ordinal, at: this.time }));
  }
}
