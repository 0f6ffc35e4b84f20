import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { When } from '@tocsin/kernel/decide/decider.js';
import { later } from '@tocsin/kernel/time.js';
import type { AlertGroupCore, Ending, Existing, HeldAlert } from './state.js';

type Alerts = AlertGroupCore['alerts'];

const marked = (alerts: Alerts, isLeft: (key: string) => boolean, by: string): Alerts =>
  Object.fromEntries(
    Object.entries(alerts).map(([key, alert]) => [
      key,
      alert.firing && alert.ending === undefined && isLeft(key) ? { ...alert, ending: by } : alert,
    ]),
  );

const unmarked = ({ ending: _ending, ...alert }: HeldAlert): HeldAlert => alert;

/** Whether an alert with this key, if it fires, is ending by this fact. */
export const leftBy = ({ all, under, fingerprints }: FactOf<'AlertsEnding'>): ((key: string) => boolean) => {
  if (all) return () => true;
  if (under !== undefined) return (key) => key.startsWith(under);
  const keys = new Set(fingerprints);
  return (key) => keys.has(key);
};

/** Marks alerts as ending, or gives them the time again. */
export const withLeft = <State extends Existing>(state: State, data: FactOf<'AlertsEnding'>, { eventId }: When): State => {
  const { signal, dueAt, over } = data;
  const others = state.ending?.left.filter((one) => one.signal.eventId !== signal.eventId) ?? [];
  const left = [...others, { signal, dueAt, plannedBy: eventId }].toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0));
  const overBy = state.ending?.over ?? (over ? signal.eventId : undefined);
  const ending: Ending = { left, ...(overBy === undefined ? {} : { over: overBy }), heldUntil: state.ending?.heldUntil ?? null };
  return { ...state, alerts: marked(state.alerts, leftBy(data), signal.eventId), ending };
};

/** Removes signals from `ending` of which no alert is left. */
const pruned = <State extends Existing>(state: State, over: string | undefined): State => {
  const { ending, ...rest } = state;
  if (!ending) return state;
  const by = new Set(Object.values(state.alerts).map((alert) => alert.ending));
  const left = ending.left.filter(({ signal }) => by.has(signal.eventId) || signal.eventId === over);
  if (left.length === 0) return rest as State;
  return { ...state, ending: { left, ...(over === undefined ? {} : { over }), heldUntil: ending.heldUntil } };
};

/** An alert is firing: the group is not ending, and the escalation is not postponed. */
export const firesAgain = <State extends Existing>(state: State, fingerprints: readonly string[] = []): State => {
  if (!state.ending) return state;
  const again = new Set(fingerprints);
  const alerts =
    again.size === 0
      ? state.alerts
      : Object.fromEntries(Object.entries(state.alerts).map(([key, alert]) => [key, again.has(key) ? unmarked(alert) : alert]));
  return pruned(notHeld({ ...state, alerts }), undefined);
};

/** After alerts resolved, some of which may have been ending. */
export const afterResolved = <State extends Existing>(state: State): State => pruned(state, state.ending?.over);

/** The escalation’s plan was made after the postponement, or there is none. */
export const notHeld = <State extends Existing>(state: State): State =>
  state.ending?.heldUntil ? { ...state, ending: { ...state.ending, heldUntil: null } } : state;

/** Clears all ending marks: the group is resolved, or a new opening begins. */
export const nothingEnding = <State extends AlertGroupCore>({ ending, ...state }: State): State =>
  (ending === undefined
    ? state
    : { ...state, alerts: Object.fromEntries(Object.entries(state.alerts).map(([key, alert]) => [key, unmarked(alert)])) }) as State;

/** Whether everything that fires is ending. */
export const isAllEnding = ({ ending, alerts, counted, cutList }: Existing): boolean => {
  if (!ending) return false;
  if (ending.over === undefined && (counted > 0 || cutList !== null)) return false;
  return Object.values(alerts).every((alert) => !alert.firing || alert.ending !== undefined);
};

/** When the last ending alert resolves. */
export const lastDue = ({ left }: Ending): string => left.reduce((at, { dueAt }) => later(at, dueAt), '');

/** When the group resolves unless it fires again, because its sender reported it resolved; null otherwise. */
export const endOf = (group: Existing): string | null =>
  group.status !== 'resolved' && group.ending?.over !== undefined && isAllEnding(group) ? lastDue(group.ending) : null;
