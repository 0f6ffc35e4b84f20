import type { Signal, SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { alertKeyOf } from '../../rules/alert-key.js';
import { destinationsOf, type Destinations } from './destinations.js';
import type { ListedAlert, Portion } from './portion.js';
import { isConcerned, type ReceivedSignal } from './received-signal.js';
import { threadOf } from './shared/opened-group.js';
import type { Run } from './steps/step.js';

interface Portions {
  readonly portions: readonly Portion[];
  /** Its place among them: it must not come before a place that was reached, if routing continues in another fact. */
  readonly placeOf: (portion: Portion, n: number) => string;
  readonly areParts: boolean;
}

export const listedAlertsOf = (signal: Signal): readonly ListedAlert[] =>
  signal.alerts.map((alert, index): ListedAlert => ({ key: alertKeyOf(alert), index, alert }));

/** One portion, or one for each alert name when the sender does not group at all; with routes also one for each service. */
export const portionsOf = (run: Run, received: ReceivedSignal): Portions => {
  const { signal } = received.data;
  const destinations = destinationsOf(run.reads, received.data);
  const isRouted = destinations.version !== null && (signal.shape === 'group' || signal.splitByName);
  const listedAlerts = listedAlertsOf(signal);
  const isGrouped = isRouted && destinations.isGrouped(signal.alerts);
  const nameOf = isRouted ? threadNamesOf(run, received, destinations) : partNameOf(signal);
  // a message that lists nothing says something all the same
  const named = listedAlerts.length === 0 ? new Map([[signal.key, listedAlerts]]) : groupBy(listedAlerts, nameOf);
  // in order of their threads’ names, which is the same when routing continues
  const alertsByThread = isRouted ? new Map([...named].toSorted(([a], [b]) => (a < b ? -1 : 1))) : named;
  // the sender’s word is then about its alerts one by one
  const areParts = signal.splitByName || isGrouped || (isRouted && hasSeveral(run, received, alertsByThread));
  const portions = [...alertsByThread].map(([thread, alerts]) => ({
    thread,
    alerts,
    isPart: areParts,
    destination: destinations.among(alerts),
    settings: (alert: SignalAlert) => destinations.of(alert).settings,
  }));
  // alerts may have other places when routing continues: after a change of the routes all are routed again, and those that were are repeats
  const placeOf = ({ thread }: Portion, n: number): string => (isRouted ? `${destinations.version}|${thread}` : String(n).padStart(6, '0'));
  return { portions, placeOf, areParts };
};

/** Whether other threads have alerts of the same message: the sender’s word on the whole is then no word on each. */
const hasSeveral = ({ threads }: Run, { data: { signal, integrationId } }: ReceivedSignal, parts: ReadonlyMap<string, unknown>): boolean =>
  parts.size > 1 ||
  threads
    .threadsOf(threadOf(integrationId, signal.key))
    .some((id) => isConcerned(threads.thread(id)!.row!) && !parts.has(id.slice(threadOf(integrationId, '').length)));

const groupBy = (alerts: readonly ListedAlert[], nameOf: (one: ListedAlert) => string): ReadonlyMap<string, readonly ListedAlert[]> => {
  const byName = new Map<string, ListedAlert[]>();
  for (const one of alerts) {
    const name = nameOf(one);
    const sameNameAlerts = byName.get(name);
    if (sameNameAlerts) sameNameAlerts.push(one);
    else byName.set(name, [one]);
  }
  return byName;
};

const partNameOf =
  ({ key, splitByName }: Signal) =>
  ({ alert }: ListedAlert): string =>
    splitByName ? `${key}|${alert.name}` : key;

/** An alert that fires stays in its thread; another one goes where the routes lead now. */
const threadNamesOf = (run: Run, { data: { signal, integrationId } }: ReceivedSignal, destinations: Destinations) => {
  const senderKey = threadOf(integrationId, signal.key);
  const prefix = threadOf(integrationId, '').length;
  const partName = partNameOf(signal);
  return (one: ListedAlert): string => {
    const ids = run.threads.threadsWith(threadOf(integrationId, one.key)).filter((id) => {
      const thread = run.threads.thread(id)!;
      return thread.row!.senderKey === senderKey && thread.alert(one.key) !== undefined;
    });
    const firingId = ids.find((id) => run.threads.thread(id)!.row!.open) ?? ids[0];
    if (firingId !== undefined) return firingId.slice(prefix);
    const { suffix, grouped } = destinations.of(one.alert);
    return `${grouped ? `${signal.key}|=${one.key}` : partName(one)}${suffix}`;
  };
};
