import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { alertNameKeyOf } from '../../../rules/alert-key.js';
import { listAlerts } from '../alert-table.js';
import { isResolvedBy } from '../is-resolved-by.js';
import { applyResolved, applyRefire, withLeft } from '../ending-plan.js';
import { withExamples } from '../examples.js';
import { stormOf } from '../shared/linked.js';
import type { ExistingGroup } from '../state.js';
import { changeExisting, type Evolvers } from './evolver.js';
import { withFiring, withoutFiring, withNames, withWords } from './group-alerts.js';

const raisedAtOf = (state: ExistingGroup, { news }: Pick<FactOf<'AlertsFired'>, 'news'>, at: string): string | null =>
  news === 'raises_urgency' ? at : state.raisedAt;

/** In a storm no name is news: none is kept of the thousands. */
const namesAfter = (state: ExistingGroup, names: readonly string[]): ExistingGroup['names'] =>
  stormOf(state) === null ? withNames(names, state.names) : state.names;

/** Facts about its alerts. */
export const evolveAlerts = {
  AlertsFired: changeExisting((state, data, { at }) =>
    applyRefire({
      ...state,
      raisedAt: raisedAtOf(state, data, at),
      alerts: withFiring(data.alerts, state.alerts),
      fired: (state.fired ?? 0) + 1,
      names: namesAfter(state, data.alerts.map(alertNameKeyOf)),
      urgency: data.urgency,
      title: data.title,
      update: state.update && { ...state.update, ...withExamples(state.update, data.alerts) },
    }),
  ),
  AlertsReworded: changeExisting((state, { alerts, title }) => ({ ...state, alerts: withWords(alerts, state.alerts), title })),
  AlertsCounted: changeExisting((state, { alerts: counted, names, urgency, news }, { at }) => {
    const fired = (state.fired ?? 0) + (counted > state.counted ? 1 : 0);
    const after = { ...state, counted, fired, names: namesAfter(state, names), raisedAt: raisedAtOf(state, { news }, at), urgency };
    return counted > 0 ? applyRefire(after) : after;
  }),
  SignalsRefused: changeExisting((state, _, { at, eventId }) => ({ ...state, refused: { at, by: eventId } })),
  AlertsEnding: changeExisting(withLeft),
  AlertsResumed: changeExisting((state, { fingerprints }) => applyRefire(state, fingerprints)),
  EscalationHeld: changeExisting((state, { until }) =>
    state.ending ? { ...state, ending: { ...state.ending, heldUntil: until } } : state,
  ),
  AlertsResolved: changeExisting((state, data) => {
    const alerts = withoutFiring(state.alerts, isResolvedBy(data));
    const { counted, cutList } = data.all ? ({ counted: 0, cutList: null } as const) : state;
    const senderStillFiring = state.senderStillFiring && (counted > 0 || listAlerts(alerts).some((alert) => alert.firing));
    return applyResolved({ ...state, alerts, counted, cutList, title: data.title, senderStillFiring });
  }),
  AlertsTakenInHand: changeExisting((state) => state),
  AlertsLeftOut: changeExisting((state, { cutList }) => ({ ...state, cutList })),
  SenderStillFiring: changeExisting((state) => ({ ...state, senderStillFiring: true })),
  UpdatePlanned: changeExisting((state, { dueAt, ...examples }, { eventId }) => ({
    ...state,
    update: { dueAt, ...withExamples(examples, []), plannedBy: eventId },
  })),
  UpdateSent: changeExisting((state) => ({ ...state, update: null })),
} satisfies Partial<Evolvers>;
