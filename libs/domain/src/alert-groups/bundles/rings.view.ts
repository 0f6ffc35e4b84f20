import type { FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Ring } from '@tocsin/contracts/bundles.js';
import { bundleLimits } from '@tocsin/contracts/limits.js';
import { plus } from '@tocsin/kernel/time.js';
import type { View } from '@tocsin/kernel/rows/view.js';
import { endOf, isOver, keyOf, retryAt, type LineRow, type RingsRow, type Wait } from './rings-row.js';

const nobody = (personId: string): RingsRow => ({ personId, lines: {}, services: {}, exempt: {} });
const noLine: LineRow = { wait: null, waiting: 0, held: null, free: null, bundle: null, bundleBefore: null, failed: null };

/** When those that wait go out: planned by the event that moved it. */
const heldBy = (line: LineRow, key: string, { id, meta }: RecordedFact): LineRow['held'] => {
  if (line.waiting === 0) return null;
  const dueAt = line.wait ? endOf(line.wait, key) : (line.held?.dueAt ?? meta.at);
  return line.held?.dueAt === dueAt ? line.held : { dueAt, plannedBy: id };
};

const withLine = (row: RingsRow, key: string, event: RecordedFact, change: (line: LineRow) => LineRow): RingsRow => {
  const line = change(row.lines[key] ?? noLine);
  return { ...row, lines: { ...row.lines, [key]: { ...line, held: heldBy(line, key, event) } } };
};

/** A message opens a wait, unless one is open: a ring inside it neither moves nor ends it. */
const opened = (line: LineRow, key: string, at: string, ring: string, formed: number): LineRow => {
  const { wait } = line;
  if (!isOver(wait, key, at)) return line;
  const isNear = wait !== null && endOf(wait, key) > plus(at, -bundleLimits.wait);
  return { ...line, wait: { ring, at, alone: 0, aloneBefore: isNear ? wait.alone : 0, formed, claimed: 0, open: [], isSure: false } };
};

const rangAlone = (line: LineRow, ring: string, groupId: string): LineRow =>
  line.wait ? { ...line, wait: { ...line.wait, alone: line.wait.alone + 1, lastAlone: { ring, groupId } } } : line;

const claimed = (line: LineRow, ring: string, groupId: string): LineRow => {
  const { wait } = line;
  if (wait?.ring !== ring) return line;
  return { ...line, wait: { ...wait, claimed: wait.claimed + 1, open: [...wait.open, groupId] } };
};

const isAfter =
  (since: string) =>
  (one: { readonly at: string }): boolean =>
    one.at > since;

const within = <T extends { readonly at: string }>(all: readonly T[] = [], at: string): readonly T[] =>
  all.filter(isAfter(plus(at, -bundleLimits.window)));

const others = <T extends { readonly ring: string }>(all: readonly T[], ring: string): readonly T[] =>
  all.filter((one) => one.ring !== ring);

const withRing = (row: RingsRow, ring: Ring, { data, meta }: RecordedOf<'AttemptStarted'>): RingsRow => {
  const { attemptId, pageId } = data;
  const { id, line, serviceId, contactMethodId, exempt } = ring;
  const { at } = meta;
  const since = plus(at, -bundleLimits.window);
  const recent = Object.entries(row.services).filter(([, last]) => last.at > since);
  const rung = {
    ...row,
    services: {
      ...Object.fromEntries(recent),
      ...(line === 'quiet' || serviceId === null ? {} : { [serviceId]: { at, attemptId, pageId } }),
    },
  };
  return exempt ? withExempt(rung, contactMethodId, { at, attemptId, ring: id }) : rung;
};

type Exempt = RingsRow['exempt'][string][number];
const withExempt = (row: RingsRow, method: string, one: Exempt): RingsRow => ({
  ...row,
  exempt: { ...row.exempt, [method]: [...others(within(row.exempt[method], one.at), one.ring), one] },
});

/** As soon as it is formed, a message that does not wait counts as such: the next one is formed before its pages are claimed. */
const formedExempt = (row: RingsRow, { data, meta }: RecordedOf<'BundleFilled'>): RingsRow =>
  data.exempt ? withExempt(row, data.contactMethodId, { at: meta.at, attemptId: null, ring: data.bundleId }) : row;

/** None of its pages was claimed. */
const notExempt = (row: RingsRow, { data }: RecordedOf<'BundleStarted'>): RingsRow => {
  const all = row.exempt[data.contactMethodId];
  const isEmpty = all?.some(({ ring, attemptId }) => ring === data.bundleId && attemptId === null);
  return isEmpty ? { ...row, exempt: { ...row.exempt, [data.contactMethodId]: others(all!, data.bundleId) } } : row;
};

/** What failed is no ring: it took no turn of its service, and used up no exception. */
const withoutRing = (row: RingsRow, attemptId: string): RingsRow => ({
  ...row,
  services: Object.fromEntries(Object.entries(row.services).filter(([, last]) => last.attemptId !== attemptId)),
  exempt: Object.fromEntries(Object.entries(row.exempt).map(([method, all]) => [method, all.filter((one) => one.attemptId !== attemptId)])),
});

/** A message of none is not sent, and opens no wait: what rang by itself meanwhile does. */
const withoutMessage = (wait: Wait): Wait | null => {
  const { lastAlone } = wait;
  return lastAlone && lastAlone.ring !== wait.ring
    ? { ...wait, ring: lastAlone.ring, formed: 1, claimed: 1, open: [lastAlone.groupId] }
    : null;
};

/** A page was answered for after it was claimed: its message goes without it, or not at all. */
const left = (line: LineRow, wait: Wait): LineRow => ({
  ...line,
  wait: wait.claimed > 1 ? { ...wait, claimed: wait.claimed - 1 } : withoutMessage(wait),
});

/** A message that failed opens no wait. What waits behind it is passed on; what falls due until it is tried again goes with that. */
const failed = (line: LineRow, event: RecordedOf<'AttemptFailed'>): LineRow => {
  const { data, meta, id, ordinal } = event;
  const { wait } = line;
  if (!wait || wait.isSure || wait.retryAt !== undefined || wait.ring !== data.ring) return line;
  if (data.reason.startsWith('delivery.cancelled_')) return left(line, wait);
  const again = data.retry ? retryAt(data.answeredAt ?? meta.at, data.retryAfter) : null;
  const passedOn = { failed: { reason: data.reason, retryAt: again }, free: { dueAt: meta.at, plannedBy: id, ordinal } };
  return {
    ...line,
    wait: again === null ? null : { ...wait, alone: 0, formed: 0, claimed: 0, open: [], retryAt: again },
    ...(line.waiting > 0 ? passedOn : {}),
  };
};

/** All that this person’s messages named of a group is answered for. */
const answered = (row: RingsRow, groupId: string, event: RecordedFact): RingsRow => {
  const named = Object.entries(row.lines).filter(([, { wait }]) => wait?.open.includes(groupId));
  return named.reduce(
    (before, [key]) =>
      withLine(before, key, event, (line) => ({
        ...line,
        wait: line.wait && { ...line.wait, open: line.wait.open.filter((one) => one !== groupId) },
      })),
    row,
  );
};

/** What the messages named of a group is answered for where the next one of its storm is, which leads from now on. */
const ledBy = (row: RingsRow, event: RecordedOf<'AlertGroupLeads'>): RingsRow => {
  const { groupId, from } = event.data;
  const named = Object.entries(row.lines).filter(([, { wait }]) => wait?.open.includes(from.groupId));
  return named.reduce(
    (before, [key]) =>
      withLine(before, key, event, (line) => ({
        ...line,
        wait: line.wait && { ...line.wait, open: line.wait.open.map((one) => (one === from.groupId ? groupId : one)) },
      })),
    row,
  );
};

/**
 * With what was read when the decision was made: what began to wait since then still waits, by a plan of its own. The command of the plan before has
 * its answer.
 */
const filled = (line: LineRow, { data, meta, id, ordinal }: RecordedOf<'BundleFilled'>): LineRow => {
  const seen = meta.readUpTo ?? 0;
  const isLeft = data.more || line.waiting > seen;
  const rest: LineRow = {
    ...line,
    failed: null,
    free: line.free && line.free.ordinal > seen ? { dueAt: meta.at, plannedBy: id, ordinal: line.free.ordinal } : null,
    held: null,
    waiting: isLeft ? Math.max(line.waiting, ordinal) : data.whole ? 0 : line.waiting,
  };
  return data.count > 0 ? opened(rest, keyOf(data), meta.at, data.bundleId, data.count) : rest;
};

/** As many as were claimed are named. */
const begun = (line: LineRow, { data }: RecordedOf<'BundleStarted'>): LineRow => {
  const { wait, bundle } = line;
  const told = { ...line, bundle: data.bundleId, bundleBefore: bundle };
  if (wait?.ring !== data.bundleId) return told;
  if (wait.claimed > 0) return { ...told, wait: { ...wait, formed: wait.claimed } };
  return { ...line, wait: withoutMessage(wait) };
};

type Way = Pick<Ring, 'personId' | 'contactMethodId' | 'line'>;
const linesOf = (row: RingsRow, contactMethodId: string): readonly string[] =>
  Object.keys(row.lines).filter((key) => key.startsWith(`${contactMethodId} `));

type Change<T extends RecordedFact['type']> = (row: RingsRow, event: RecordedOf<T>) => RingsRow;
const on = <T extends RecordedFact['type']>(whose: (data: FactOf<T>, event: RecordedOf<T>) => string | null, change: Change<T>) => ({
  keys: (event: RecordedOf<T>) => {
    const personId = whose(event.data, event);
    return personId === null ? [] : [personId];
  },
  row: (row: RingsRow | undefined, event: RecordedOf<T>, personId: string): RingsRow => change(row ?? nobody(personId), event),
});
const onLine = <T extends 'AttemptWaits' | 'BundleFilled' | 'BundleStarted'>(
  change: (line: LineRow, event: RecordedOf<T>) => LineRow,
  before: (row: RingsRow, event: RecordedOf<T>) => RingsRow = (row) => row,
) =>
  on<T>(
    (data) => (data as Way).personId,
    (row, event) => withLine(before(row, event), keyOf(event.data), event as RecordedFact, (line) => change(line, event)),
  );
const byHolder = <T extends 'AlertGroupAcknowledged' | 'AlertGroupSnoozed' | 'AlertGroupTakenOver'>() =>
  on<T>(
    ({ holder }) => (holder.kind === 'person' ? holder.personId : null),
    (row, event) => answered(row, event.data.groupId, event as RecordedFact),
  );

/** Whether the outcome of an attempt concerns the line that it went out by: each of them is looked at. */
const onOutcome = <T extends 'AttemptSent' | 'AttemptFailed' | 'AttemptWentStale'>(
  change: (line: LineRow, event: RecordedOf<T>) => LineRow,
  before: (row: RingsRow, event: RecordedOf<T>) => RingsRow = (row) => row,
) =>
  on<T>(
    ({ to }) => to?.personId ?? null,
    (row, event) =>
      linesOf(row, event.data.to!.contactMethodId).reduce(
        (all, key) => withLine(all, key, event as RecordedFact, (line) => change(line, event)),
        { ...before(row, event) },
      ),
  );

const isQuiet = ({ wait, waiting, free }: LineRow, key: string, at: string): boolean =>
  waiting === 0 && free === null && isOver(wait, key, at);

/** When each person was rung last, and what waits for them: by the events of all groups. */
export const ringsView: View<RingsRow, RecordedFact> = {
  name: 'rings',
  past: false,
  on: {
    AttemptStarted: on<'AttemptStarted'>(
      ({ ring }) => ring?.personId ?? null,
      (row, event) => {
        const ring = event.data.ring!;
        const key = keyOf(ring);
        return withLine(withRing(row, ring, event), key, event, (line) =>
          claimed(
            ring.bundled ? line : rangAlone(opened(line, key, event.meta.at, ring.id, 1), ring.id, event.data.groupId),
            ring.id,
            event.data.groupId,
          ),
        );
      },
    ),
    AttemptWaits: onLine<'AttemptWaits'>((line, { data, meta, id, ordinal }) =>
      data.until <= meta.at
        ? { ...line, free: line.free ? { ...line.free, ordinal } : { dueAt: meta.at, plannedBy: id, ordinal } }
        : { ...line, waiting: ordinal },
    ),
    AttemptSent: onOutcome<'AttemptSent'>((line, { data }) =>
      line.wait && line.wait.ring === data.ring ? { ...line, wait: { ...line.wait, isSure: true } } : line,
    ),
    AttemptFailed: onOutcome<'AttemptFailed'>(failed, (row, { data }) => withoutRing(row, data.attemptId)),
    AttemptWentStale: onOutcome<'AttemptWentStale'>((line) => line),
    BundleFilled: onLine<'BundleFilled'>(filled, formedExempt),
    BundleStarted: onLine<'BundleStarted'>(begun, notExempt),
    AlertGroupAcknowledged: byHolder<'AlertGroupAcknowledged'>(),
    AlertGroupSnoozed: byHolder<'AlertGroupSnoozed'>(),
    AlertGroupTakenOver: byHolder<'AlertGroupTakenOver'>(),
    AlertGroupAcknowledgedToo: on<'AlertGroupAcknowledgedToo'>(
      (_, { meta }) => meta.actor.id,
      (row, event) => answered(row, event.data.groupId, event),
    ),
    AlertGroupLeads: {
      keys: ({ data }) => data.handedOn.rang,
      row: (row, event, personId) => ledBy(row ?? nobody(personId), event),
    },
    PageAnswered: on<'PageAnswered'>(
      ({ personId }) => personId,
      (row, event) => answered(row, event.data.groupId, event),
    ),
  },
  sweep: (row, logTime) => (Object.entries(row.lines).every(([key, line]) => isQuiet(line, key, logTime)) ? null : row),
};
