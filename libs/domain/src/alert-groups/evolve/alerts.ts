import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { nameKey } from '../../rules/alert-key.js';
import { endedBy } from '../ended-by.js';
import { afterResolved, firesAgain, withLeft } from '../ending-plan.js';
import { withExamples } from '../examples.js';
import type { Existing } from '../state.js';
import { on, type Evolvers } from './evolver.js';
import { withFiring, withoutFiring, withNames } from './held-alerts.js';

const raisedBy = (state: Existing, { news }: Pick<FactOf<'AlertsFired'>, 'news'>, at: string): string | null =>
  news === 'raises_urgency' ? at : state.raisedAt;

/** Facts about its alerts. */
export const evolveAlerts = {
  AlertsFired: on((state, data, { at }) =>
    firesAgain({
      ...state,
      raisedAt: raisedBy(state, data, at),
      alerts: withFiring(data.alerts, state.alerts),
      names: withNames(data.alerts.map(nameKey), state.names),
      urgency: data.urgency,
      title: data.title,
      update: state.update && { ...state.update, ...withExamples(state.update, data.alerts) },
    }),
  ),
  AlertsCounted: on((state, { alerts: counted, names, urgency, news }, { at }) => {
    const after = { ...state, counted, names: withNames(names, state.names), raisedAt: raisedBy(state, { news }, at), urgency };
    return counted > 0 ? firesAgain(after) : after;
  }),
  SignalsRefused: on((state, _, { at, eventId }) => ({ ...state, refused: { at, by: eventId } })),
  AlertsEnding: on(withLeft),
  AlertsResumed: on((state, { fingerprints }) => firesAgain(state, fingerprints)),
  EscalationHeld: on((state, { until }) => (state.ending ? { ...state, ending: { ...state.ending, heldUntil: until } } : state)),
  AlertsResolved: on((state, data) => {
    const alerts = withoutFiring(state.alerts, endedBy(data));
    const { counted, cutList } = data.all ? ({ counted: 0, cutList: null } as const) : state;
    const senderStillFiring = state.senderStillFiring && (counted > 0 || Object.values(alerts).some((alert) => alert.firing));
    return afterResolved({ ...state, alerts, counted, cutList, title: data.title, senderStillFiring });
  }),
  AlertsTakenInHand: on((state) => state),
  AlertsLeftOut: on((state, { cutList }) => ({ ...state, cutList })),
  SenderStillFiring: on((state) => ({ ...state, senderStillFiring: true })),
  UpdatePlanned: on((state, { dueAt, ...examples }, { eventId }) => ({
    ...state,
    update: { dueAt, ...withExamples(examples, []), plannedBy: eventId },
  })),
  UpdateSent: on((state) => ({ ...state, update: null })),
} satisfies Partial<Evolvers>;
