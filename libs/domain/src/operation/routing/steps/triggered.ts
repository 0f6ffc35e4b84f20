import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { addMillis, millisBetween } from '@tocsin/kernel/time.js';
import { absentAlertsIn, doesLeaveOut, openingChanges, isRefire, resolvedAlertsIn, withoutLate, type AlertChange } from '../changes.js';
import { endsOf } from '../lapses/ends.js';
import type { Destination, Portion } from '../portion.js';
import {
  cutBy,
  hasWaited,
  isConcerned,
  isWholeGroup,
  listedAlertsIn,
  onOpen,
  forgetOld,
  type Item,
  type ReceivedSignal,
} from '../received-signal.js';
import type { RouteSettings } from '../../../setup/route-rules/shared/route-of.js';
import { postedTo, rulesOf, threadRulesOf } from '../destinations.js';
import { openedGroupId } from '../shared/opened-group.js';
import type { StormGroup } from '../shared/storm-row.js';
import type { Thread } from '../thread.js';
import { joinByFields, noneYet, ownReopenWindow, withoutCut, type Grouped } from './by-fields.js';
import { ending } from './closings.js';
import { recordedItem, recordingChanges } from '../recordings.js';
import type { Run } from './step.js';

/** What counts of a portion; undefined: nothing, because newer signals are known. */
const inTime = (received: ReceivedSignal, listed: Portion, thread: Thread): Portion | undefined => {
  if (hasWaited(received, thread.row!)) return undefined;
  const portion = withoutLate(listed, thread, received.data.receivedAt);
  return portion.alerts.length === 0 && listed.alerts.length > 0 ? undefined : portion;
};

/** Decides a portion of a signal that fires: it changes the open group of its thread, reopens the last one, or opens a new one. */
export const triggered = (run: Run, received: ReceivedSignal, listed: Portion, id: string): Item => {
  const thread = forgetOld(run.threads.thread(id), received.data.receivedAt);
  const portion = thread ? inTime(received, listed, thread) : listed;
  if (!portion) return { outcome: 'ignored', reason: 'older_than_known' };
  const item = withoutCut(decidePortion(run, received, portion, thread, id), thread);
  const whole = withMutes(run, withSettings(item, portion, received, thread), received, thread);
  return { ...whole, ...endsOf(portion, item, thread, run.reads.ends(id)) };
};

/** Outcomes by which an alert begins to fire, or gets worse: what rules set for it applies from then on. */
const begins: ReadonlySet<AlertChange['outcome']> = new Set(['fired', 'raised']);

const holdOf = ({ ruleId, minutes }: NonNullable<RouteSettings['hold']>, receivedAt: string) => ({
  ruleId,
  until: addMillis(receivedAt, minutes * duration.minute),
});

const isOfStorm = (item: Item, thread: Thread | undefined): boolean =>
  item.storm !== undefined || (item.outcome === 'joined' && !item.grouped) || thread?.row?.storm === true;

const beginningIn = ({ alerts = [] }: Item, { signal }: ReceivedSignal['data']) =>
  alerts.flatMap(({ outcome, index }) => (begins.has(outcome) && index !== null ? signal.alerts[index]! : []));

/** What is recorded only is not posted while it is muted; the end of what was posted is. */
const withoutPost = ({ postTo, ...item }: Item, { post: _post, ...by }: RoutedSignal['by']): Item => ({
  ...item,
  by,
  ...(postTo && item.alerts?.some(({ began }) => began) ? { postTo } : {}),
});

const ownerOf = ({ serviceId, groupId }: Item, thread: Thread | undefined, { data }: Pick<ReceivedSignal, 'data'>) => ({
  integrationId: data.integrationId,
  serviceId: serviceId ?? thread?.row?.serviceId ?? data.serviceId,
  groupId: groupId ?? thread?.row?.groupId ?? '',
});

/** With the silence that mutes all that begins. Tests and storms are muted by nothing. */
const withMutes = (run: Run, item: Item, received: ReceivedSignal, thread: Thread | undefined): Item => {
  const { data } = received;
  const beginning = beginningIn(item, data);
  if (beginning.length === 0 || data.signal.test || isOfStorm(item, thread)) return item;
  const mutes = run.reads.mutesOfAll(beginning, ownerOf(item, thread, received), data.receivedAt);
  if (mutes === null) return item;
  const by = { ...(item.by ?? threadRulesOf(run.reads, data.integrationId)), ...mutes };
  return item.reason === 'recorded_only' ? withoutPost(item, by) : { ...item, by };
};

/** With what rules set for each alert that begins. Tests and storms are held by nothing, nor is what gets worse. */
const withSettings = (item: Item, portion: Portion, { data }: ReceivedSignal, thread: Thread | undefined): Item => {
  const { receivedAt, signal } = data;
  if (!item.alerts?.some(({ outcome }) => begins.has(outcome))) return item;
  const canHold = !signal.test && !isOfStorm(item, thread);
  const alerts = item.alerts.map((change) => {
    if (change.index === null || !begins.has(change.outcome)) return change;
    const { urgency, hold } = portion.settings(signal.alerts[change.index]!);
    const held = hold && canHold && change.outcome === 'fired' ? holdOf(hold, receivedAt) : undefined;
    return { ...change, ...(urgency ? { urgency } : {}), ...(held ? { held } : {}) };
  });
  return { ...item, alerts };
};

const decidePortion = (run: Run, received: ReceivedSignal, portion: Portion, thread: Thread | undefined, id: string): Item => {
  const isQuiet = !portion.alerts.some(({ alert }) => alert.state === 'firing');
  if (isQuiet && thread && isConcerned(thread.row!) && isPartOver(received, portion, thread))
    return ending(run, received, id, portion).item()!;
  if (thread?.row!.open) return onOpen(received, portion, thread, run.storms.countOthers(thread));
  if (isQuiet) return quiet(run, portion, id);
  return thread ? onResolved(run, received, portion, thread) : open(run, received, portion, id, null);
};

/** Nothing fires: it ends what is recorded only, if anything. */
const quiet = ({ recordings }: Run, { alerts: listed }: Portion, id: string): Item => {
  const row = recordings.row(id);
  return recordedItem(row, recordingChanges(row, listed)) ?? { outcome: 'ignored', reason: 'never_seen_firing' };
};

/**
 * Whether a part in which nothing fires is resolved. The status `firing` is about the whole message. A sender that never lists all (Prometheus itself)
 * resolves a part with its last alert.
 */
const isPartOver = ({ data: { signal } }: ReceivedSignal, portion: Portion, thread: Thread): boolean =>
  portion.isPart && (signal.complete || (signal.shape === 'each' && !doesLeaveOut(portion, thread)));

/**
 * A resolved thread: a re-fire reopens its group or opens a new one; a mere re-send after a person resolved it stays
 * quiet for an hour.
 */
const onResolved = (run: Run, received: ReceivedSignal, portion: Portion, thread: Thread): Item => {
  const { id, groupId, number, resolvedAt, last } = thread.row!;
  const since = millisBetween(resolvedAt ?? last.receivedAt, received.data.receivedAt);
  const isFiring = portion.alerts.some(({ alert }) => alert.state === 'firing');
  const again = (over: readonly AlertChange[]): Partial<RoutedSignal> => ({
    ...listedAlertsIn(openingChanges(portion, thread, over, run.storms.countOthers(thread))),
    ...cutBy(received, thread.row!.cutList),
  });
  const over = (): readonly AlertChange[] => [
    ...resolvedAlertsIn(portion, thread),
    ...(isWholeGroup(received) ? absentAlertsIn(portion, thread) : []),
  ];
  const isRefired = portion.alerts.some((one) => one.alert.state === 'firing' && isRefire(one, thread));
  // a group that flaps is open; one that was closed by age for silence begins again when that ends
  const isOpenYet = thread.row!.flaps ? isRefired : thread.row!.resolvedBy === 'age' && !thread.row!.senderResolved && isFiring;
  if (isOpenYet) return { outcome: 'reopened', ...again(over()) };
  if (!isRefired && since < alertGroupLimits.quietAfterHandResolve) {
    return { outcome: 'still_firing', reason: 'resolved_by_person', alerts: [...resolvedAlertsIn(portion, thread)] };
  }
  const destination = portion.destination();
  // what goes to another service now opens a group there
  if (destination.serviceId !== thread.row!.serviceId) return open(run, received, portion, id, groupId);
  const ruled = { by: rulesOf(destination), ...postedTo(destination) };
  // other threads of the storm still fire: this one joins them again
  if (thread.row!.storm && run.storms.isOpen(groupId))
    return { outcome: 'joined', groupId, number, previousGroupId: groupId, ...ruled, ...again(resolvedAlertsIn(portion, thread)) };
  const window = ownReopenWindow(run, received, destination, thread);
  if (isRefired && window > 0 && since <= window) return { outcome: 'reopened', ...ruled, ...again(over()) };
  return open(run, received, portion, id, groupId, over);
};

/** No alert group is opened. A test mutes nothing, and is not posted. */
const record = (
  { recordings, reads }: Run,
  { data }: ReceivedSignal,
  { alerts }: Portion,
  thread: string,
  destination: Destination,
): Item => {
  const row = recordings.row(thread);
  const { post: _post, ...rest } = destination;
  const to = data.signal.test ? rest : destination;
  const changes = recordingChanges(row, alerts, (alert) => (data.signal.test ? undefined : reads.inhibitingLabels(alert, data)));
  return {
    ...(recordedItem(row, changes) ?? { outcome: 'ignored', reason: 'recorded_only', alerts: [] }),
    by: rulesOf(to),
    ...postedTo(to),
  };
};

/** Of a group that no storm has: what joins it, and what it is linked with. */
const aloneParts = (run: Run, received: ReceivedSignal, destination: Destination, groupId: string) => ({
  ...linkedPart(run, received, destination, groupId),
  ...(destination.grouped ? { grouped: { ...noneYet(destination.grouped), by: [...destination.grouped.by] } } : {}),
});

const open = (
  run: Run,
  received: ReceivedSignal,
  portion: Portion,
  thread: string,
  previousGroupId: string | null,
  over: () => readonly AlertChange[] = () => [],
): Item => {
  const { receivedAt, signal } = received.data;
  const destination = portion.destination();
  const { serviceId } = destination;
  if (serviceId === null) return record(run, received, portion, thread, destination);
  const ruled = { by: rulesOf(destination), ...postedTo(destination) };
  const fired = { ...ruled, serviceId, ...listedAlertsIn(openingChanges(portion, undefined)), ...cutBy(received, null), previousGroupId };
  const grouped = signal.test ? undefined : destination.grouped;
  const known = grouped && joinByFields(run, received, destination as Grouped, fired, over);
  if (known) return known;
  const place = signal.test ? ({ kind: 'alone' } as const) : run.storms.placeFor(serviceId, receivedAt, fired.alerts.length);
  if (place.kind === 'joins') return { outcome: 'joined', groupId: place.groupId, number: place.number, ...fired };
  const { policyId } = destination.settings;
  const groupId = openedGroupId(receivedAt, received.eventId, thread);
  return {
    outcome: 'opened',
    groupId,
    number: run.nextNumber,
    ...fired,
    ...(place.kind === 'alone' && !signal.test ? aloneParts(run, received, destination, groupId) : {}),
    ...(policyId ? { policyId } : {}),
    ...(signal.test ? { test: true } : {}),
    ...(place.kind === 'begins' ? { storm: stormBeginning(place.follows) } : {}),
  };
};

/** The set of groups that a rule links it with: it may be the first of one. */
const linkedPart = (
  { linkings }: Run,
  { data }: ReceivedSignal,
  destination: Destination,
  groupId: string,
): Pick<Item, 'linked' | 'by'> => {
  const { linked } = destination;
  if (!linked) return {};
  const { key, by, rule } = linked;
  const set = linkings.setFor(linked, data.receivedAt) ?? groupId;
  return { linked: { key, set, by: [...by] }, by: { ...rulesOf(destination), linking: rule } };
};

/** The storm data of a group that a storm opens. `follows`: the group before it, which is full. */
const stormBeginning = (follows: StormGroup | null): RoutedSignal['storm'] => ({
  open: 0,
  counted: 0,
  follows: follows?.groupId ?? null,
  ...(follows ? { linked: { first: follows.first ?? follows.groupId, number: follows.number } } : {}),
});
