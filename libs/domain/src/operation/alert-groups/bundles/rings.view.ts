import type { FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Ring } from '@tocsin/contracts/alert-groups/bundles.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { callUnderWay } from '@tocsin/contracts/contacts/limits.js';
import { addMillis, earlierOf, laterOf } from '@tocsin/kernel/time.js';
import { endOf, isOver, keyOf, retryAt, type LineRow, type RingsRow } from './rings-row.js';
import { addExemption, removeExemption, withoutRing, withRing } from './service-rings.js';
import {
  isForgotten,
  roomFromOf,
  withLatest,
  withMessage,
  withoutAttempt,
  applyBundleStart,
  withoutLatest,
  withoutThrottle,
} from './throttles.js';
import {
  addSingleMessage,
  applyBundleFilled,
  applyBundleStarted,
  applyMessageFailure,
  applyPageClaim,
  confirmWait,
  isPerhapsSent,
  openWait,
} from './waiting-line.js';

const createRingsRow = (personId: string): RingsRow => ({ personId, lines: {}, services: {}, exempt: {} });
const noLine: LineRow = { wait: null, waiting: 0, held: null, free: null, bundle: null, bundleBefore: null, failed: null };

/**
 * When pages that wait for a throttle go out: at its first free slot after the wait, or when the first of them is due
 * to be checked again.
 */
const endOfThrottle = ({ throttles = {} }: RingsRow, line: LineRow, key: string, { meta }: RecordedFact): string | null => {
  if (!line.throttled) return null;
  const method = throttles[key.split(' ')[0]!];
  const ownRoom = (method && roomFromOf(method)) ?? null;
  // what other people get at its number is none of this row: it goes out at the instant that was planned
  if (line.throttled.isByNumber && (ownRoom === null || ownRoom <= meta.at)) return line.throttled.until;
  const room = ownRoom ?? earlierOf(line.held?.dueAt ?? meta.at, meta.at);
  return earlierOf(line.throttled.until, line.wait ? laterOf(room, endOf(line.wait, key)) : room);
};

/** When the waiting pages go out; planned by the event that moved that time. */
const planWaiting = (row: RingsRow, line: LineRow, key: string, event: RecordedFact): LineRow['held'] => {
  const end = line.wait ? endOf(line.wait, key) : (line.held?.dueAt ?? event.meta.at);
  const ends = [line.waiting === 0 ? null : end, endOfThrottle(row, line, key, event)].filter((one) => one !== null);
  if (ends.length === 0) return null;
  const dueAt = ends.reduce(earlierOf);
  return line.held?.dueAt === dueAt ? line.held : { dueAt, plannedBy: event.id };
};

const withLine = (row: RingsRow, key: string, event: RecordedFact, change: (line: LineRow) => LineRow): RingsRow => {
  const line = change(row.lines[key] ?? noLine);
  return { ...row, lines: { ...row.lines, [key]: { ...line, held: planWaiting(row, line, key, event) } } };
};

/** The person has answered for everything their messages named of this group. */
const applyAnswer = (row: RingsRow, groupId: string, event: RecordedFact): RingsRow => {
  const linesWithGroup = Object.entries(row.lines).filter(([, { wait }]) => wait?.open.includes(groupId));
  return linesWithGroup.reduce(
    (before, [key]) =>
      withLine(before, key, event, (line) => ({
        ...line,
        wait: line.wait && { ...line.wait, open: line.wait.open.filter((one) => one !== groupId) },
      })),
    row,
  );
};

/** An open group in a wait is replaced by the group that leads its storm from now on. */
const applyLead = (row: RingsRow, event: RecordedOf<'AlertGroupLeads'>): RingsRow => {
  const { groupId, from } = event.data;
  const linesWithGroup = Object.entries(row.lines).filter(([, { wait }]) => wait?.open.includes(from.groupId));
  return linesWithGroup.reduce(
    (before, [key]) =>
      withLine(before, key, event, (line) => ({
        ...line,
        wait: line.wait && { ...line.wait, open: line.wait.open.map((one) => (one === from.groupId ? groupId : one)) },
      })),
    row,
  );
};

type BundleLineRef = Pick<Ring, 'personId' | 'contactMethodId' | 'line'>;
const linesOf = (row: RingsRow, contactMethodId: string): readonly string[] =>
  Object.keys(row.lines).filter((key) => key.startsWith(`${contactMethodId} `));

const addThrottled = (
  before: LineRow['throttled'],
  ordinal: number,
  { until, waitsForNumber }: FactOf<'AttemptWaits'>,
): LineRow['throttled'] => ({
  ordinal,
  until: before ? earlierOf(before.until, until) : until,
  ...(waitsForNumber || before?.isByNumber ? { isByNumber: true } : {}),
});

type Change<T extends RecordedFact['type']> = (row: RingsRow, event: RecordedOf<T>) => RingsRow;
const changeRings = <T extends RecordedFact['type']>(
  personIdIn: (data: FactOf<T>, event: RecordedOf<T>) => string | null,
  change: Change<T>,
) => ({
  keys: (event: RecordedOf<T>) => {
    const personId = personIdIn(event.data, event);
    return personId === null ? [] : [personId];
  },
  row: (row: RingsRow | undefined, event: RecordedOf<T>, personId: string): RingsRow => change(row ?? createRingsRow(personId), event),
});
const onLine = <T extends 'AttemptWaits' | 'BundleFilled' | 'BundleStarted'>(
  change: (line: LineRow, event: RecordedOf<T>) => LineRow,
  before: (row: RingsRow, event: RecordedOf<T>) => RingsRow = (row) => row,
) =>
  changeRings<T>(
    (data) => (data as BundleLineRef).personId,
    (row, event) => withLine(before(row, event), keyOf(event.data), event as RecordedFact, (line) => change(line, event)),
  );
const byHolder = <T extends 'AlertGroupAcknowledged' | 'AlertGroupSnoozed' | 'AlertGroupTakenOver'>() =>
  changeRings<T>(
    ({ holder }) => (holder.kind === 'person' ? holder.personId : null),
    (row, event) => applyAnswer(row, event.data.groupId, event as RecordedFact),
  );

/** Applies the outcome of an attempt to the person’s lines: each line is checked. */
const onOutcome = <T extends 'AttemptSent' | 'AttemptFailed' | 'AttemptWentStale'>(
  change: (line: LineRow, event: RecordedOf<T>) => LineRow,
  before: (row: RingsRow, event: RecordedOf<T>) => RingsRow = (row) => row,
) =>
  changeRings<T>(
    ({ to }) => to.personId,
    (row, event) =>
      linesOf(row, event.data.to.contactMethodId).reduce(
        (all, key) => withLine(all, key, event as RecordedFact, (line) => change(line, event)),
        { ...before(row, event) },
      ),
  );

/** When a contact method changes its relay, or is removed, its earlier messages no longer count. */
const onMethod = <T extends 'WebhookRelayChosen' | 'ContactMethodRemoved'>() =>
  changeRings<T>(
    ({ personId }) => personId,
    (row, event) => {
      const { contactMethodId } = event.data;
      return linesOf(row, contactMethodId).reduce(
        (all, key) => withLine(all, key, event as RecordedFact, (line) => line),
        withoutThrottle(row, contactMethodId),
      );
    },
  );

/** A message counts as soon as it is formed, because the next one is formed before its pages are claimed. */
const addFormedMessage = (row: RingsRow, event: RecordedOf<'BundleFilled'>): RingsRow => {
  const { data, meta } = event;
  const { contactMethodId, bundleId: ring, count, throttle } = data;
  const message = { contactMethodId, throttle, ring, at: meta.at, claims: 0, isForming: true } as const;
  if (count === 0) return addExemption(row, event);
  return withMessage(withLatest(addExemption(row, event), contactMethodId, { ring, at: meta.at, isForming: true }), message);
};

/** A page that was answered leaves its message, which goes out with the others. */
const withoutFailed = (row: RingsRow, { data }: RecordedOf<'AttemptFailed'>): RingsRow =>
  data.reason.startsWith('delivery.cancelled_') && data.ring !== data.attemptId
    ? row
    : withoutLatest(row, data.to.contactMethodId, ({ ring }) => ring === data.ring);
const withoutEmpty = (row: RingsRow, { data }: RecordedOf<'BundleStarted'>): RingsRow =>
  withoutLatest(row, data.contactMethodId, ({ ring, isForming }) => ring === data.bundleId && isForming === true);

/** A provider that asks for patience: what is not urgent waits. */
const withPause = (row: RingsRow, { data, meta }: RecordedOf<'AttemptFailed'>): RingsRow => {
  if (data.retryAfter === undefined || !data.to) return row;
  const { pauses = {} } = row;
  const until = retryAt(data.answeredAt ?? meta.at, data.retryAfter);
  const stillPaused = Object.entries(pauses).filter(([, end]) => end > meta.at);
  return { ...row, pauses: { ...Object.fromEntries(stillPaused), [data.to.contactMethodId]: until } };
};

const isQuiet = ({ wait, waiting, throttled, free }: LineRow, key: string, at: string): boolean =>
  waiting === 0 && !throttled && free === null && isOver(wait, key, at);
const isOfThePast = ({ lines, throttles = {}, pauses = {}, latest = {} }: RingsRow, at: string): boolean =>
  Object.values(latest).every((one) => addMillis(one.at, callUnderWay) <= at) &&
  Object.entries(lines).every(([key, line]) => isQuiet(line, key, at)) &&
  Object.values(throttles).every((one) => isForgotten(one, at)) &&
  Object.values(pauses).every((until) => until <= at);

/** When each person was last paged, and which pages wait for them; folded from the events of all groups. */
export const ringsView: View<RingsRow, RecordedFact> = {
  name: 'rings',
  hasHistory: false,
  on: {
    AttemptStarted: changeRings<'AttemptStarted'>(
      ({ ring, drill }) => (ring ?? drill)?.personId ?? null,
      (row, event) => {
        const { ring, drill, attemptId } = event.data;
        if (ring === undefined) return withLatest(row, drill!.contactMethodId, { ring: attemptId, at: event.meta.at, isDrill: true });
        const key = keyOf(ring);
        const { contactMethodId, throttle } = ring;
        const startedRow = withLatest(row, contactMethodId, { ring: ring.id, at: event.meta.at });
        const countedRow = withMessage(startedRow, { contactMethodId, throttle, ring: ring.id, at: event.meta.at, claims: 1 });
        return withLine(withRing(countedRow, ring, event), key, event, (line) =>
          applyPageClaim(
            ring.bundled ? line : addSingleMessage(openWait(line, key, event.meta.at, ring.id, 1), ring.id, event.data.groupId),
            ring.id,
            event.data.groupId,
          ),
        );
      },
    ),
    AttemptWaits: onLine<'AttemptWaits'>((line, { data, meta, id, ordinal }) =>
      data.until <= meta.at
        ? { ...line, free: line.free ? { ...line.free, ordinal } : { dueAt: meta.at, plannedBy: id, ordinal } }
        : data.throttled
          ? { ...line, throttled: addThrottled(line.throttled, ordinal, data) }
          : { ...line, waiting: ordinal },
    ),
    AttemptSent: onOutcome<'AttemptSent'>((line, { data }) => confirmWait(line, data.ring)),
    AttemptFailed: onOutcome<'AttemptFailed'>(applyMessageFailure, (row, event) =>
      isPerhapsSent(event) ? row : withPause(withoutAttempt(withoutRing(withoutFailed(row, event), event.data.attemptId), event), event),
    ),
    AttemptWentStale: onOutcome<'AttemptWentStale'>((line) => line),
    BundleFilled: onLine<'BundleFilled'>(applyBundleFilled, addFormedMessage),
    BundleStarted: onLine<'BundleStarted'>(applyBundleStarted, (row, event) =>
      applyBundleStart(removeExemption(withoutEmpty(row, event), event), event),
    ),
    WebhookRelayChosen: onMethod<'WebhookRelayChosen'>(),
    ContactMethodRemoved: onMethod<'ContactMethodRemoved'>(),
    AlertGroupAcknowledged: byHolder<'AlertGroupAcknowledged'>(),
    AlertGroupSnoozed: byHolder<'AlertGroupSnoozed'>(),
    AlertGroupTakenOver: byHolder<'AlertGroupTakenOver'>(),
    AlertGroupAcknowledgedToo: changeRings<'AlertGroupAcknowledgedToo'>(
      (_, { meta }) => meta.actor.id,
      (row, event) => applyAnswer(row, event.data.groupId, event),
    ),
    AlertGroupLeads: {
      keys: ({ data }) => data.handedOn.rang,
      row: (row, event, personId) => applyLead(row ?? createRingsRow(personId), event),
    },
    PageAnswered: changeRings<'PageAnswered'>(
      ({ personId }) => personId,
      (row, event) => applyAnswer(row, event.data.groupId, event),
    ),
  },
  sweep: (row, logTime) => (isOfThePast(row, logTime) ? null : row),
};
