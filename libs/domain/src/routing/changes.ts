import type { CountedAlerts, Routed } from '@tocsin/contracts/routing.js';
import { limits } from '@tocsin/contracts/limits.js';
import { severities, type Severity } from '@tocsin/contracts/severities.js';
import type { SignalAlert } from '@tocsin/contracts/signals.js';
import { nameKey } from '../rules/alert-key.js';
import type { Listed, Portion } from './portions.js';
import type { Thread } from './thread.js';
import type { ThreadAlert } from './shared/thread-row.js';

/** One alert of a group, with its change by a signal. */
export type Changed = Routed['alerts'][number];
const rank = (severity: Severity): number => severities.length - severities.indexOf(severity);

const changedAlert = ({ key, index, alert }: Listed, outcome: Changed['outcome'], severity = alert.severity): Changed => ({
  fingerprint: key,
  outcome,
  startsAt: alert.startsAt,
  severity,
  index,
});

/** A resolved alert that is listed under another key. */
export const resolvedAlert = (key: string, { startsAt, severity }: ThreadAlert): Changed => ({
  fingerprint: key,
  outcome: 'resolved',
  startsAt,
  severity,
  index: null,
});

const endingAlert = (key: string, known: ThreadAlert): Changed => ({ ...resolvedAlert(key, known), outcome: 'ending' });

const beganLater = (alert: SignalAlert, known: ThreadAlert): boolean =>
  alert.startsAt !== null && known.startsAt !== null && alert.startsAt > known.startsAt;

/**
 * Whether an alert fires again: a later start, an alert that is new to the thread, or any firing after the sender’s own
 * resolve.
 */
export const isRefire = ({ key, alert }: Listed, thread: Thread): boolean => {
  const known = thread.alert(key);
  return !known || thread.row?.senderResolved === true || beganLater(alert, known);
};

const isEnding = (known: ThreadAlert | Changed): boolean => 'ending' in known && known.ending !== undefined;

const isFiring = ({ alert }: Listed): boolean => alert.state === 'firing';

/** Alerts that fire but are only counted, not listed. */
const countedOf = (beyond: readonly Listed[]): CountedAlerts => ({
  alerts: new Set(beyond.map(({ key }) => key)).size,
  names: [...new Set(beyond.map(({ alert }) => nameKey(alert)))].slice(0, limits.examples),
  severity: severities.find((severity) => beyond.some(({ alert }) => alert.severity === severity)) ?? null,
});

interface Changes {
  readonly alerts: readonly Changed[];
  /** Set when the number of counted alerts changes. */
  readonly counted?: CountedAlerts;
}

/** An incomplete message does not affect missing alerts: earlier counts stay. */
const withCounted = (alerts: readonly Changed[], beyond: readonly Listed[], before: number, isComplete: boolean): Changes => {
  const counted = countedOf(beyond);
  const isNews = isComplete ? counted.alerts !== before : counted.alerts > before;
  return isNews ? { alerts, counted } : { alerts };
};

/**
 * The firing alerts of a new group: as many as it may list, the rest counted. `known`: the thread, whose alerts fire
 * already; `besides`: alerts that fire behind other threads.
 */
export const beginning = (portion: Portion, known: Thread | undefined, over: readonly Changed[] = [], besides = 0): Changes => {
  let room = Math.max(
    0,
    limits.alertsPerGroup - besides - (known?.firingCount ?? 0) + over.filter(({ outcome }) => outcome === 'resolved').length,
  );
  const beyond: Listed[] = [];
  const fired = new Map<string, Changed>();
  for (const one of portion.alerts.filter(isFiring)) {
    const isThere = fired.has(one.key) || known?.alert(one.key) !== undefined;
    if (!isThere && room === 0) beyond.push(one);
    else {
      if (!isThere) room -= 1;
      fired.set(one.key, changedAlert(one, 'fired'));
    }
  }
  const alerts = [...fired.values(), ...over];
  return beyond.length > 0 ? { alerts, counted: countedOf(beyond) } : { alerts };
};

/** The firing alerts that a portion lists as resolved. */
export const overIn = (portion: Pick<Portion, 'alerts'>, thread: Thread): readonly Changed[] => {
  const over = new Map<string, Changed>();
  for (const one of portion.alerts) if (!isFiring(one) && thread.alert(one.key)) over.set(one.key, changedAlert(one, 'resolved'));
  return [...over.values()];
};

/** Alerts missing from a complete message: they are ending, unless they are already. */
export const absentFrom = (portion: Portion, thread: Thread): readonly Changed[] => {
  const listed = new Set(portion.alerts.map(({ key }) => key));
  const absent: Changed[] = [];
  for (const [key, alert] of thread.firing()) if (!listed.has(key) && alert.ending === undefined) absent.push(endingAlert(key, alert));
  return absent;
};

/**
 * Whether a message that resolves the whole leaves out anything that fires. Of counted alerts, as many are covered as
 * it lists besides the known ones.
 */
export const leavesOut = (portion: Pick<Portion, 'alerts'>, thread: Thread): boolean => {
  const listed = new Set(portion.alerts.map(({ key }) => key));
  let left = thread.firingCount;
  for (const key of listed) if (thread.alert(key)) left -= 1;
  const beside = listed.size - (thread.firingCount - left);
  return left > 0 || thread.row!.counted > beside;
};

/** How an alert of an open group changes; undefined: it does not. `listed`: how the same signal changed it before. */
const outcomeOf = (one: Listed, known: ThreadAlert | Changed | undefined, listed: Changed | undefined): Changed['outcome'] | undefined => {
  if (!isFiring(one)) return known && 'resolved';
  if (!known) return 'fired';
  if (rank(one.alert.severity) > rank(known.severity)) return 'raised';
  if (listed) return undefined;
  if (isEnding(known)) return 'resumed';
  return beganLater(one.alert, known) ? 'began_again' : undefined;
};

/** By these, an alert keeps the severity that is known. */
const keepsSeverity: ReadonlySet<Changed['outcome']> = new Set(['resumed', 'began_again']);

/**
 * How a portion changes the alerts of an open group: which ended, fire, got worse, or began again. A mere repeat
 * changes nothing. Resolved alerts make room for new ones, ending ones do not. `besides`: alerts of the group that fire
 * behind other threads.
 */
export const changesIn = (portion: Portion, thread: Thread, isComplete: boolean, besides: number): Changes => {
  const absent = isComplete ? absentFrom(portion, thread) : [];
  const ends = portion.alerts.filter((one) => !isFiring(one) && thread.alert(one.key));
  const going = new Set(ends.map(({ key }) => key)).size;
  let room = Math.max(0, limits.alertsPerGroup - besides - thread.firingCount + going);
  const beyond: Listed[] = [];
  const alerts = new Map<string, Changed>();
  for (const one of portion.alerts) {
    const listed = alerts.get(one.key);
    const known = listed?.outcome === 'resolved' ? undefined : (listed ?? thread.alert(one.key));
    const outcome = outcomeOf(one, known, listed);
    if (!outcome) continue;
    if (outcome === 'fired' && room === 0) {
      beyond.push(one);
      continue;
    }
    if (outcome === 'fired') room -= 1;
    alerts.set(one.key, changedAlert(one, outcome, keepsSeverity.has(outcome) ? known?.severity : undefined));
  }
  return withCounted([...alerts.values(), ...absent], beyond, thread.row!.counted, isComplete);
};
