import type { CountedAlerts, RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import { severities, type Severity } from '@tocsin/contracts/severities.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { alertNameKeyOf } from '../../rules/alert-key.js';
import type { ListedAlert, Portion } from './portion.js';
import type { Thread } from './thread.js';
import type { ThreadAlert } from './shared/thread-row.js';
import { wordsOf } from './words.js';

export type AlertChange = RoutedSignal['alerts'][number];
const rankOf = (severity: Severity): number => severities.length - severities.indexOf(severity);

const toAlertChange = ({ key, index, alert }: ListedAlert, outcome: AlertChange['outcome'], severity = alert.severity): AlertChange => ({
  fingerprint: key,
  outcome,
  startsAt: alert.startsAt,
  severity,
  index,
  ...(outcome === 'resolved' ? {} : { words: wordsOf(alert) }),
});

/** A resolved alert that is listed under another key. */
export const toResolvedAlert = (key: string, { startsAt, severity }: ThreadAlert): AlertChange => ({
  fingerprint: key,
  outcome: 'resolved',
  startsAt,
  severity,
  index: null,
});

const toEndingAlert = (key: string, knownAlert: ThreadAlert): AlertChange => ({ ...toResolvedAlert(key, knownAlert), outcome: 'ending' });

const hasBegunLater = (alert: SignalAlert, knownAlert: ThreadAlert): boolean =>
  alert.startsAt !== null && knownAlert.startsAt !== null && alert.startsAt > knownAlert.startsAt;

/**
 * Whether it is the firing that its sender has resolved, delivered late: it began no later than that one. A sender that still says so
 * after an hour means it.
 */
const isSameFiring = ({ key, alert }: ListedAlert, thread: Thread, receivedAt: string): boolean => {
  const endedAlert = thread.endedAlert(key);
  if (!endedAlert || alert.state !== 'firing' || alert.startsAt === null || thread.alert(key)) return false;
  // one that says until when was evaluated just now, maybe by another replica
  const quiet = alert.until === undefined ? alertGroupLimits.quietAfterHandResolve : 2 * duration.minute;
  return alert.startsAt <= endedAlert.startsAt && millisBetween(endedAlert.at, receivedAt) < quiet;
};

export const withoutLate = (portion: Portion, thread: Thread, receivedAt: string): Portion => {
  const alerts = portion.alerts.filter((one) => !isSameFiring(one, thread, receivedAt));
  return alerts.length === portion.alerts.length ? portion : { ...portion, alerts };
};

/**
 * Whether an alert fires again: a later start, an alert that is new to the thread, or any firing after the sender’s own
 * resolve.
 */
export const isRefire = ({ key, alert }: ListedAlert, thread: Thread): boolean => {
  const knownAlert = thread.alert(key);
  return !knownAlert || thread.row?.senderResolved === true || hasBegunLater(alert, knownAlert);
};

const isEnding = (knownAlert: ThreadAlert | AlertChange): boolean => 'ending' in knownAlert && knownAlert.ending !== undefined;

const isFiring = ({ alert }: ListedAlert): boolean => alert.state === 'firing';

/** Alerts that fire but are only counted, not listed. */
const countedOf = (excessAlerts: readonly ListedAlert[]): CountedAlerts => ({
  alerts: new Set(excessAlerts.map(({ key }) => key)).size,
  names: [...new Set(excessAlerts.map(({ alert }) => alertNameKeyOf(alert)))].slice(0, alertGroupLimits.examples),
  severity: severities.find((severity) => excessAlerts.some(({ alert }) => alert.severity === severity)) ?? null,
});

interface Changes {
  readonly alerts: readonly AlertChange[];
  /** Set when the number of counted alerts changes. */
  readonly counted?: CountedAlerts;
}

/** An incomplete message does not affect missing alerts: earlier counts stay. */
const withCounted = (
  alerts: readonly AlertChange[],
  excessAlerts: readonly ListedAlert[],
  before: number,
  isComplete: boolean,
): Changes => {
  const countedAlerts = countedOf(excessAlerts);
  const isNews = isComplete ? countedAlerts.alerts !== before : countedAlerts.alerts > before;
  return isNews ? { alerts, counted: countedAlerts } : { alerts };
};

/**
 * The firing alerts of a new group: as many as it may list, the rest counted. `known`: the thread, whose alerts fire
 * already; `besides`: alerts that fire behind other threads.
 */
export const openingChanges = (
  portion: Portion,
  existingThread: Thread | undefined,
  resolvedBefore: readonly AlertChange[] = [],
  otherCount = 0,
): Changes => {
  let room = Math.max(
    0,
    alertGroupLimits.sizes.alertsPerGroup -
      otherCount -
      (existingThread?.firingCount ?? 0) +
      resolvedBefore.filter(({ outcome }) => outcome === 'resolved').length,
  );
  const excessAlerts: ListedAlert[] = [];
  const firedAlerts = new Map<string, AlertChange>();
  for (const one of portion.alerts.filter(isFiring)) {
    const isThere = firedAlerts.has(one.key) || existingThread?.alert(one.key) !== undefined;
    if (!isThere && room === 0) excessAlerts.push(one);
    else {
      if (!isThere) room -= 1;
      firedAlerts.set(one.key, toAlertChange(one, 'fired'));
    }
  }
  const alerts = [...firedAlerts.values(), ...resolvedBefore];
  return excessAlerts.length > 0 ? { alerts, counted: countedOf(excessAlerts) } : { alerts };
};

/** The firing alerts that a portion lists as resolved. */
export const resolvedAlertsIn = (portion: Pick<Portion, 'alerts'>, thread: Thread): readonly AlertChange[] => {
  const resolvedAlerts = new Map<string, AlertChange>();
  for (const one of portion.alerts)
    if (!isFiring(one) && thread.alert(one.key)) resolvedAlerts.set(one.key, toAlertChange(one, 'resolved'));
  return [...resolvedAlerts.values()];
};

/** Alerts missing from a complete message: they are ending, unless they are already. */
export const absentAlertsIn = (portion: Portion, thread: Thread): readonly AlertChange[] => {
  const listedKeys = new Set(portion.alerts.map(({ key }) => key));
  const absent: AlertChange[] = [];
  for (const [key, alert] of thread.firing())
    if (!listedKeys.has(key) && alert.ending === undefined) absent.push(toEndingAlert(key, alert));
  return absent;
};

/**
 * Whether a message that resolves the whole leaves out anything that fires. Of counted alerts, as many are covered as
 * it lists besides the known ones.
 */
export const doesLeaveOut = (portion: Pick<Portion, 'alerts'>, thread: Thread): boolean => {
  const listedKeys = new Set(portion.alerts.map(({ key }) => key));
  let firingLeft = thread.firingCount;
  for (const key of listedKeys) if (thread.alert(key)) firingLeft -= 1;
  const countedCovered = listedKeys.size - (thread.firingCount - firingLeft);
  return firingLeft > 0 || thread.row!.counted > countedCovered;
};

/** How an alert of an open group changes; undefined: it does not. `listed`: how the same signal changed it before. */
const outcomeOf = (
  one: ListedAlert,
  knownAlert: ThreadAlert | AlertChange | undefined,
  listedChange: AlertChange | undefined,
): AlertChange['outcome'] | undefined => {
  if (!isFiring(one)) return knownAlert && 'resolved';
  if (!knownAlert) return 'fired';
  if (rankOf(one.alert.severity) > rankOf(knownAlert.severity)) return 'raised';
  if (listedChange) return undefined;
  if (isEnding(knownAlert)) return 'resumed';
  if (knownAlert.words !== wordsOf(one.alert)) return 'reworded';
  return hasBegunLater(one.alert, knownAlert) ? 'began_again' : undefined;
};

/** Outcomes that don’t change the recorded severity of an alert. */
const keepsSeverity: ReadonlySet<AlertChange['outcome']> = new Set(['resumed', 'began_again', 'reworded']);

/**
 * How a portion changes the alerts of an open group: which ended, fire, got worse, or began again. A mere repeat
 * changes nothing. Resolved alerts make room for new ones, ending ones do not. `besides`: alerts of the group that fire
 * behind other threads.
 */
export const changesBy = (portion: Portion, thread: Thread, isComplete: boolean, otherCount: number): Changes => {
  const absent = isComplete ? absentAlertsIn(portion, thread) : [];
  const ends = portion.alerts.filter((one) => !isFiring(one) && thread.alert(one.key));
  const endingCount = new Set(ends.map(({ key }) => key)).size;
  let room = Math.max(0, alertGroupLimits.sizes.alertsPerGroup - otherCount - thread.firingCount + endingCount);
  const excessAlerts: ListedAlert[] = [];
  const alerts = new Map<string, AlertChange>();
  for (const one of portion.alerts) {
    const listedChange = alerts.get(one.key);
    const knownAlert = listedChange?.outcome === 'resolved' ? undefined : (listedChange ?? thread.alert(one.key));
    const outcome = outcomeOf(one, knownAlert, listedChange);
    if (!outcome) continue;
    if (outcome === 'fired' && room === 0) {
      excessAlerts.push(one);
      continue;
    }
    if (outcome === 'fired') room -= 1;
    alerts.set(one.key, toAlertChange(one, outcome, keepsSeverity.has(outcome) ? knownAlert?.severity : undefined));
  }
  return withCounted([...alerts.values(), ...absent], excessAlerts, thread.row!.counted, isComplete);
};
