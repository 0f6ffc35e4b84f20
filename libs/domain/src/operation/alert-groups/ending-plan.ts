import { changeAlerts, listAlerts, type AlertTable, type GroupAlert } from './alert-table.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { FactMeta } from '@tocsin/kernel/decide/decider.js';
import { laterOf } from '@tocsin/kernel/time.js';
import type { AlertGroupCore, EndingAlerts, ExistingGroup } from './state.js';

const markEnding = (alerts: AlertTable, isLeft: (key: string) => boolean, by: string): AlertTable =>
  changeAlerts(alerts, (key, alert) => (alert.firing && alert.ending === undefined && isLeft(key) ? { ...alert, ending: by } : alert));

const clearMark = (alert: GroupAlert): GroupAlert => {
  if (alert.ending === undefined) return alert;
  const { ending: _ending, ...unmarked } = alert;
  return unmarked;
};

/** Whether an alert with this key, if it fires, is ending by this fact. */
export const isEndingBy = ({ all, under, fingerprints }: FactOf<'AlertsEnding'>): ((key: string) => boolean) => {
  if (all) return () => true;
  if (under !== undefined) return (key) => key.startsWith(under);
  const keys = new Set(fingerprints);
  return (key) => keys.has(key);
};

/** Marks alerts as ending, or gives them the time again. */
export const withLeft = <State extends ExistingGroup>(state: State, data: FactOf<'AlertsEnding'>, { eventId }: FactMeta): State => {
  const { signal, dueAt, over } = data;
  const otherSignals = state.ending?.left.filter((one) => one.signal.eventId !== signal.eventId) ?? [];
  const leftOut = [...otherSignals, { signal, dueAt, plannedBy: eventId }].toSorted((a, b) =>
    a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0,
  );
  const overBy = state.ending?.over ?? (over ? signal.eventId : undefined);
  const ending: EndingAlerts = {
    left: leftOut,
    ...(overBy === undefined ? {} : { over: overBy }),
    heldUntil: state.ending?.heldUntil ?? null,
  };
  return { ...state, alerts: markEnding(state.alerts, isEndingBy(data), signal.eventId), ending };
};

/** Removes signals from `ending` of which no alert is left. */
const pruneEnding = <State extends ExistingGroup>(state: State, wholeSignalId: string | undefined): State => {
  const { ending } = state;
  if (!ending) return state;
  const by = new Set(listAlerts(state.alerts).map((alert) => alert.ending));
  const stillLeft = ending.left.filter(({ signal }) => by.has(signal.eventId) || signal.eventId === wholeSignalId);
  if (stillLeft.length === 0) return { ...state, ending: null };
  return {
    ...state,
    ending: { left: stillLeft, ...(wholeSignalId === undefined ? {} : { over: wholeSignalId }), heldUntil: ending.heldUntil },
  };
};

/** An alert is firing: the group is not ending, and the escalation is not postponed. */
export const applyRefire = <State extends ExistingGroup>(state: State, fingerprints: readonly string[] = []): State => {
  if (!state.ending) return state;
  const firingKeys = new Set(fingerprints);
  const alerts =
    firingKeys.size === 0 ? state.alerts : changeAlerts(state.alerts, (key, alert) => (firingKeys.has(key) ? clearMark(alert) : alert));
  return pruneEnding(releaseEscalation({ ...state, alerts }), undefined);
};

/** After alerts resolved, some of which may have been ending. */
export const applyResolved = <State extends ExistingGroup>(state: State): State => pruneEnding(state, state.ending?.over);

/** The escalation’s plan was made after the postponement, or there is none. */
export const releaseEscalation = <State extends ExistingGroup>(state: State): State =>
  state.ending?.heldUntil ? { ...state, ending: { ...state.ending, heldUntil: null } } : state;

/** Clears all ending marks: the group is resolved, or a new opening begins. */
export const clearEnding = <State extends AlertGroupCore>(state: State): State =>
  state.ending === null ? state : { ...state, ending: null, alerts: changeAlerts(state.alerts, (_key, alert) => clearMark(alert)) };

/** Whether everything that fires is ending. */
export const isAllEnding = ({ ending, alerts, counted, cutList }: ExistingGroup): boolean => {
  if (!ending) return false;
  if (ending.over === undefined && (counted > 0 || cutList !== null)) return false;
  return listAlerts(alerts).every((alert) => !alert.firing || alert.ending !== undefined);
};

export const lastDueOf = ({ left }: EndingAlerts): string => left.reduce((at, { dueAt }) => laterOf(at, dueAt), '');

/** When the group resolves unless it fires again, because its sender reported it resolved; null otherwise. */
export const endOf = (group: ExistingGroup): string | null =>
  group.status !== 'resolved' && group.ending?.over !== undefined && isAllEnding(group) ? lastDueOf(group.ending) : null;
